// A game's options as form fields, made from their JSON Schema.

import { html, words } from "./ui.js";

/** The options' own schema, without the reference that it comes behind. */
export function optionsOf(schema) {
  const name = schema.$ref?.split("/").pop();
  return (name ? schema.$defs[name] : schema).properties ?? {};
}

/** Fields for all options; `change(name, value)` is told what is chosen, undefined for the default. */
export function Options({ properties, values, change }) {
  return Object.entries(properties).map(
    ([name, property]) => html`
      <div class="field" key=${name}>
        ${field(name, property, values[name], (value) => change(name, value))}
        <small id=${`about-${name}`}>${property.description}</small>
      </div>`,
  );
}

function field(name, property, value, change) {
  const schema = property.anyOf?.find((one) => one.type !== "null") ?? property;
  const common = { id: `option-${name}`, "aria-describedby": `about-${name}` };
  const label = html`<label for=${common.id}>${words(name)}</label>`;
  if (schema.enum) return [label, choice(common, schema.enum, value ?? property.default, change)];
  if (schema.type === "boolean") return flag(common, name, value ?? property.default, change);
  if (schema.type === "integer") return [label, number(common, schema, value ?? property.default, change)];
  if (schema.type === "array") return several(name, schema.items.enum ?? [], value ?? [], change);
  return [label, html`<input ...${common} disabled value=${String(property.default)} />`];
}

function choice(common, choices, value, change) {
  const chosen = (event) => change(choices[event.currentTarget.selectedIndex]);
  return html`<select ...${common} onChange=${chosen}>
    ${choices.map((one) => html`<option selected=${one === value}>${words(one)}</option>`)}
  </select>`;
}

function flag(common, name, value, change) {
  return html`<label class="check">
    <input type="checkbox" ...${common} checked=${value} onChange=${(event) => change(event.currentTarget.checked)} />
    ${words(name)}
  </label>`;
}

function number(common, schema, value, change) {
  const typed = (event) => change(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value));
  return html`<input type="number" ...${common} min=${schema.minimum} max=${schema.maximum} value=${value}
    placeholder="none" onInput=${typed} />`;
}

function several(name, choices, value, change) {
  const toggle = (one) => {
    const kept = value.includes(one) ? value.filter((other) => other !== one) : [...value, one];
    change(kept.length ? kept : undefined);
  };
  return html`<fieldset><legend>${words(name)}</legend>
    ${choices.map(
      (one) => html`<label class="check" key=${one}>
        <input type="checkbox" checked=${value.includes(one)} onChange=${() => toggle(one)} /> ${words(one)}
      </label>`,
    )}
  </fieldset>`;
}
