// What a game gives to its page, and what the page gives to its board. For the type checker; no code.

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */

/**
 * Everything that a board needs to draw itself.
 * @typedef {object} View
 * @property {any} board what never changes
 * @property {any} observation the position, as this side may know it
 * @property {T.Move[]} moves legal moves of the one who decides here; empty if nobody does
 * @property {T.Move[]} considered moves that a search considers here, where nobody of this client moves: an engine's decision, a review
 * @property {T.Move | null} chosen
 * @property {T.Played[]} last what led here
 * @property {T.Analysis | null} analysis of this decision, while the engine's view is on
 * @property {T.Decider[]} deciding
 * @property {T.Welcome["you"]} you
 * @property {T.Result | null} result
 * @property {Record<string, boolean>} overlays
 * @property {{data: T.ReviewData, index: number} | null} review
 * @property {string | null} played in a review: the move that was made here
 */

/**
 * A board in the page. It tells the page what a person chooses by `page.choose` and `page.playMove`.
 * @typedef {object} Board
 * @property {(view: View) => void} update
 * @property {(key: string) => boolean} [arrow] an arrow key while the board has the focus; true if it is used
 */

/** @typedef {{element: HTMLElement, tab?: string, update: (view: View) => void}} Panel */

/**
 * @typedef {object} GameDefinition
 * @property {string} game
 * @property {string} title
 * @property {string} intro a sentence for the page without a game
 * @property {(host: HTMLElement, page: GamePage) => Board} board
 * @property {(page: GamePage) => Panel[]} [panels] panels above the list of moves
 * @property {(move: T.Move) => (Node | string)[]} [face] how a move is drawn in lists
 * @property {(value: number) => string} [format]
 * @property {boolean} [puzzle]
 * @property {{key: string, letter: string, name?: string, text: (view: View) => string, on: boolean, when?: (view: View) => boolean}[]} [overlays] switches besides the engine's view
 * @property {(view: View) => {text: string, more?: string, short?: string, mark?: Node}} turn the line over the board
 * @property {() => Node[]} [help] how to play; the server's text by default
 * @property {Partial<import("./review.js").ReviewOptions>} [review]
 * @property {import("./setup.js").SetupOptions["titles"]} [titles]
 * @property {Partial<import("./setup.js").SetupOptions>} [setup]
 * @property {boolean} [privacy] a screen between two people at one screen, because something is hidden
 * @property {(page: GamePage) => Node[]} [tools] more tools over the board
 * @property {string} [button] what the play button says without a chosen move
 * @property {boolean} [list] false: no list of moves
 * @property {(moves: T.Move[], page: GamePage) => T.Move[]} [filter] the moves that are offered now; all by default
 * @property {(page: GamePage) => Node[]} [listTools] what stands over the list of moves
 * @property {(page: GamePage) => Node[]} [entries] more ways into the page, below the form
 * @property {boolean} [engine] false: the engine's view is off until somebody switches it on
 * @property {{text: string, run: (page: GamePage) => void}} [again] another game of the same kind, offered at the end
 */

export {};
