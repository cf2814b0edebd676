// The shapes of the protocol's messages (docs/protocol.md), for the type checker. No code.

/** @typedef {{text: string, label: string, data: any}} Move */
/** @typedef {{player: number, name: string}} Player */
/** @typedef {{player: number, side: number, name: string, yours: boolean, engine: boolean}} Decider */
/** @typedef {{player: number, side: number, name: string, move: Move | null}} Played */
/** @typedef {{rewards: number[], winner: number | null, text: string, reason: "end" | "resigned" | "fault", seed: number | string | null}} Result */

/**
 * @typedef {object} State
 * @property {number} turn
 * @property {number} moves_played
 * @property {Decider[]} deciding
 * @property {Move[]} moves
 * @property {Played[]} last
 * @property {any} observation
 * @property {Result | null} result
 * @property {boolean} can_undo
 * @property {boolean} paused
 * @property {number | null} deadline
 */

/** @typedef {{chair: number, side: number, players: Player[], engine: string | null, connected: boolean}} Chair */
/** @typedef {{id: string, game: string, name: string, title: string, seed: number | string | null, practice: boolean, tick: number, sides: {name: string, title: string}[], chairs: Chair[]}} RoomInfo */
/** @typedef {{protocol: number, room: RoomInfo, you: {side: number, chairs: number[], players: number[]} | null, board: any, history: Played[], help: string}} Welcome */

/** @typedef {{mv: Move, visits: number, value: number | null, exact: number | null, distance: number | null}} Candidate */
/** @typedef {{mv: Move, visits: number, value: number | null, children: TreeNode[]}} TreeNode */
/** @typedef {{place: number, probability: number}} Place */
/**
 * @typedef {object} Analysis
 * @property {Move} best
 * @property {Candidate[]} candidates
 * @property {Move[]} line
 * @property {TreeNode[]} [tree]
 * @property {number} depth
 * @property {number} playouts
 * @property {number} nodes
 * @property {number} millis
 * @property {Place[]} belief
 */

/** @typedef {{turn: number, player: number, side: number, name: string, agent: string, millis: number | null}} Thinking */
/** @typedef {{turn: number, player: number, purpose: "hint" | "engine", done: boolean, agent: string, analysis: Analysis}} AnalysisMessage */
/** @typedef {{turn: number, moves_played: number, player: number, agent: string, move: Move, analysis: Analysis, loss: number | null, of: number, done: boolean}} Thought */
/** @typedef {{chairs: {chair: number, connected: boolean}[], spectators: number}} Presence */
/** @typedef {{code: string, message: string, fatal: boolean}} Problem */

/** @typedef {{moves_played: number, moves: Played[], observations: any[], thoughts: {player: number, agent: string, analysis: Analysis}[]}} Step */
/** @typedef {{game: string, record: string, result: Result, board: any, steps: Step[]}} ReviewData */
/** @typedef {ReviewData & {room: RoomInfo, help: string}} ReplayData */

/** @typedef {{kind: "integer" | "limit" | "real" | "choice" | "flag" | "any", min?: number, max?: number, choices?: string[], otherwise?: number}} Values */
/** @typedef {{name: string, default: string, values: Values, tunable?: boolean, help: string}} Parameter */
/** @typedef {{name: string, help: string, source: string, parameters: Parameter[]}} AgentSchema */
/** @typedef {{name: string, spec: string, help?: string}} Preset */
/** @typedef {{name: string, title: string, players: Player[], agents: AgentSchema[], presets: Preset[], strengths: Preset[]}} Side */
/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {Parameter[]} options
 * @property {boolean} symmetric
 * @property {boolean} hidden
 * @property {boolean} real_time
 * @property {Side[]} sides
 * @property {any} [board]
 * @property {string} [help]
 * @property {{name: string, spec: string, note?: string}[]} boards
 */

export {};
