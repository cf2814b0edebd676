// A form for any agent, made from its declared parameters, and specifications as text.

import { el, fill, segments, toggle } from "./dom.js";

/** @import * as T from "./types.js" */

/** @typedef {{name: string, args: Map<string, string>}} Spec */

/**
 * Reads `name(key=value, …)`. Values may be specifications themselves.
 * @param {string} text
 * @returns {Spec}
 */
export function parseSpec(text) {
  const args = new Map();
  const open = text.indexOf("(");
  if (open < 0) return { name: text.trim(), args };
  const inner = text.slice(open + 1, text.lastIndexOf(")") < open ? undefined : text.lastIndexOf(")"));
  let depth = 0, from = 0;
  /** @type {string[]} */
  const parts = [];
  [...inner, ","].forEach((c, i) => {
    if (c === "(" || c === "[") depth += 1;
    if (c === ")" || c === "]") depth -= 1;
    if (c === "," && depth === 0) {
      parts.push(inner.slice(from, i));
      from = i + 1;
    }
  });
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at > 0) args.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return { name: text.slice(0, open).trim(), args };
}

/** @param {Spec} spec */
export function writeSpec({ name, args }) {
  return args.size ? `${name}(${[...args].map(([key, value]) => `${key}=${value}`).join(", ")})` : name;
}

/**
 * A field for one parameter.
 * @param {T.Parameter} parameter
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function parameterField(parameter, value, onchange) {
  const { values } = parameter;
  const id = `p-${parameter.name}-${Math.random().toString(36).slice(2, 7)}`;
  const changed = el("span", { class: "badge warn", hidden: value === parameter.default }, "changed");
  const error = el("span", { class: "err", hidden: true });
  const set = (/** @type {string} */ next) => {
    changed.hidden = next === parameter.default;
    onchange(next);
  };
  /** @type {HTMLElement} */
  let control;
  const options = values.choices ?? [];
  if (values.kind === "choice" && options.length > 4) {
    const select = el("select", { class: "in", id }, ...options.map((option) => el("option", { value: option, selected: option === value }, option)));
    select.addEventListener("change", () => set(select.value));
    control = select;
  } else if (values.kind === "choice" && options.length) {
    control = segments(parameter.name, options.map((option) => ({ value: option, text: option })), value, set);
  } else if (values.kind === "flag") {
    control = toggle("", value === "true" || value === "on" || value === "yes", (on) => set(String(on)), { "aria-label": parameter.name });
  } else {
    const number = values.kind === "integer" || values.kind === "limit" || values.kind === "real";
    const input = el("input", { class: "in", id, type: "text", inputmode: number ? (values.kind === "real" ? "decimal" : "numeric") : "text", value, spellcheck: "false", autocomplete: "off" });
    input.addEventListener("input", () => {
      const n = Number(input.value);
      const low = values.min ?? -Infinity, high = values.max ?? Infinity;
      const wrong = number && (input.value.trim() === "" || Number.isNaN(n) || n < low || n > high);
      input.classList.toggle("bad", wrong);
      error.hidden = !wrong;
      error.textContent = `A number${Number.isFinite(low) ? ` from ${low}` : ""}${Number.isFinite(high) ? ` to ${high}` : ""}.`;
      if (!wrong) set(input.value.trim());
    });
    control = input;
  }
  const label = control.id ? el("label", { for: id }, parameter.name, " ", changed) : el("span", { class: "label" }, parameter.name, " ", changed);
  return el("div", { class: "field" }, label, control, error, el("span", { class: "hint" }, `${parameter.help}${parameter.default ? `; default ${parameter.default}` : ""}`));
}

/** The parameters that say how long an agent thinks. */
const BUDGET = ["playouts", "nodes", "millis", "threads"];
/** So many parameters are shown without folding. */
const FEW = 8;

/**
 * The form for any agent of a side. The specification stands below and can be pasted.
 * @param {T.Side} side
 * @param {string} spec
 * @param {(spec: string) => void} onchange
 * @returns {HTMLElement}
 */
export function agentForm(side, spec, onchange) {
  const host = el("div", { class: "agentform" });
  let current = parseSpec(spec);
  const text = el("input", { class: "in mono", type: "text", "aria-label": "Specification", spellcheck: "false", autocomplete: "off" });
  const fields = el("div", {});
  const source = el("p", { class: "hint" });

  /** The agent behind a name, with the defaults that a preset changes. */
  const schema = () => {
    const preset = side.presets.find((one) => one.name === current.name);
    const base = preset ? parseSpec(preset.spec) : current;
    const agent = side.agents.find((one) => one.name === (preset ? base.name : current.name));
    const parameters = (agent?.parameters ?? []).map((one) => (preset && base.args.has(one.name) ? { ...one, default: base.args.get(one.name) ?? one.default } : one));
    return { agent, preset, parameters };
  };
  const write = () => {
    const out = writeSpec(current);
    if (document.activeElement !== text) text.value = out;
    onchange(out);
  };
  const draw = () => {
    const { agent, preset, parameters } = schema();
    source.textContent = preset?.help ?? [agent?.help, agent?.source].filter(Boolean).join(". ");
    const field = (/** @type {T.Parameter} */ one) => parameterField(one, current.args.get(one.name) ?? one.default, (value) => {
      if (value === one.default) current.args.delete(one.name);
      else current.args.set(one.name, value);
      write();
    });
    // How long it thinks, and what was changed; an agent can have two dozen parameters more.
    const first = parameters.filter((one) => parameters.length <= FEW || BUDGET.includes(one.name) || current.args.has(one.name));
    const rest = parameters.filter((one) => !first.includes(one));
    const open = fields.querySelector("details")?.open;
    fill(fields, ...first.map(field), rest.length ? el("details", { open }, el("summary", {}, `${rest.length} more parameters`), ...rest.map(field)) : null);
  };
  const option = (/** @type {{name: string}} */ one) => el("option", { value: one.name, selected: one.name === current.name }, one.name);
  const select = el("select", { class: "in", "aria-label": "Agent" },
    el("optgroup", { label: "Presets" }, ...side.presets.map(option)), el("optgroup", { label: "Agents" }, ...side.agents.map(option)));
  select.addEventListener("change", () => {
    current = { name: select.value, args: new Map() };
    draw();
    write();
  });
  text.addEventListener("input", () => {
    current = parseSpec(text.value);
    select.value = current.name;
    draw();
    onchange(text.value.trim());
  });
  text.value = writeSpec(current);
  draw();
  fill(host, el("div", { class: "field" }, el("span", { class: "label" }, "Agent"), select, source), fields,
    el("div", { class: "field" }, el("span", { class: "label" }, "Specification"), text, el("span", { class: "hint" }, "The same text works on the command line. Paste one here to fill the form.")));
  return host;
}
