'use strict';
const report = JSON.parse(document.getElementById('report').textContent);
const view = document.getElementById('view');
const state = { text: '', kinds: new Set(['added', 'removed', 'changed', 'undecided', 'failed']) };

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === 'class') node.className = value; else if (key.startsWith('on')) node.addEventListener(key.slice(2), value); else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function shown(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

// Puts a node's own names and addresses in place of placeholders.
function own(value, node) {
  let text = shown(value);
  for (const [placeholder, word] of Object.entries(report.placeholders[node] || {})) text = text.split(placeholder).join(word);
  return text;
}

function lines(sign, text) {
  return text.replace(/\n$/, '').split('\n').map(line => element('div', { class: sign === '+' ? 'added' : 'removed' }, sign + ' ' + line));
}

function body(group, words) {
  const pre = element('pre');
  if (group.old !== undefined) pre.append(...lines('-', words(group.old)));
  if (group.new !== undefined) pre.append(...lines('+', words(group.new)));
  return pre;
}

function nodeList(nodes) {
  return element('ul', { class: 'nodes' }, ...nodes.map(node => element('li', {}, element('a', { href: '#node/' + encodeURIComponent(node) }, node))));
}

function groupView(group, kind, node) {
  const words = value => (node === undefined ? shown(value) : own(value, node));
  const title = words(group.resource) + (group.attribute ? ' ' + words(group.attribute) : '');
  const count = node === undefined ? element('span', { class: 'count' }, group.nodes.length + (group.nodes.length === 1 ? ' node: ' : ' nodes: ')) : '';
  const label = kind === 'undecided' ? 'possibly ' + group.kind : group.kind;
  const details = element('details', { class: 'group' }, element('summary', {}, count, element('span', { class: group.kind }, label + ' '), element('code', {}, title)));
  details.addEventListener('toggle', () => {
    if (!details.open || details.dataset.filled) return;
    details.dataset.filled = 'yes';
    details.append(body(group, words));
    if (node === undefined) details.append(nodeList(group.nodes));
  });
  if (node !== undefined) details.open = true;
  return details;
}

function failureView(failure) {
  return element('details', { class: 'failure', open: '' }, element('summary', {}, element('span', { class: 'removed' }, 'failed '), element('a', { href: '#node/' + encodeURIComponent(failure.node) }, failure.node)),
    element('pre', {}, (failure.side === 'from' ? report.from : report.to) + ': ' + failure.message));
}

function matches(parts) {
  const text = state.text.toLowerCase();
  return text === '' || parts.some(part => part !== undefined && shown(part).toLowerCase().includes(text));
}

function entries() {
  const all = [];
  for (const failure of report.failures) if (state.kinds.has('failed') && matches([failure.node, failure.message])) all.push(failureView(failure));
  for (const group of report.groups) if (state.kinds.has(group.kind) && matches([group.resource, group.attribute, group.old, group.new, ...group.nodes])) all.push(groupView(group, group.kind));
  for (const group of report.undecided) if (state.kinds.has('undecided') && matches([group.resource, group.attribute, ...group.nodes])) all.push(groupView(group, 'undecided'));
  return all;
}

function overview() {
  const list = element('div', { id: 'groups' });
  const fill = () => { const all = entries(); list.replaceChildren(...(all.length ? all : [element('p', {}, 'Nothing to show.')])); };
  const search = element('input', { type: 'search', placeholder: 'Search resources, values and nodes', value: state.text, oninput: event => { state.text = event.target.value; fill(); } });
  const kinds = ['added', 'removed', 'changed', 'undecided', 'failed'].map(kind => {
    const box = element('input', { type: 'checkbox', onchange: event => { event.target.checked ? state.kinds.add(kind) : state.kinds.delete(kind); fill(); } });
    box.checked = state.kinds.has(kind);
    return element('label', {}, box, ' ' + kind);
  });
  fill();
  view.replaceChildren(element('div', { class: 'controls' }, search, ...kinds), ...report.notes.map(note => element('p', {}, note)), list);
}

function nodePage(node) {
  const has = group => group.nodes.includes(node);
  const failures = report.failures.filter(failure => failure.node === node).map(failureView);
  const groups = report.groups.filter(has).map(group => groupView(group, group.kind, node));
  const undecided = report.undecided.filter(has).map(group => groupView(group, 'undecided', node));
  const all = [...failures, ...groups, ...undecided];
  view.replaceChildren(element('p', {}, element('a', { href: '#' }, 'All changes')), element('h2', {}, node), ...(all.length ? all : [element('p', {}, 'No change.')]));
}

function show() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name.startsWith('node/')) nodePage(name.slice(5)); else overview();
}
window.addEventListener('hashchange', show);
show();
