// Searches the pages and the names of the API. The index is a script, which also loads from a folder without a server.
'use strict';
(() => {
  const MOST_RESULTS = 40;
  const EXCERPT = 160;
  const PHRASE_RANK = 12;
  const root = document.documentElement.dataset.root;
  const form = document.getElementById('search');
  const input = form.querySelector('input');
  const list = document.getElementById('results');
  let entries = null;
  let selected = -1;

  // The index calls this function. An entry has the lower-case texts that the search compares.
  window.riffleSearchIndex = (pages, names) => {
    entries = [];
    for (const [url, page, sections] of pages) {
      sections.forEach(([anchor, heading, text], i) => entries.push({
        url: i === 0 ? url : url + '#' + anchor,
        title: i === 0 ? page : page + ' \u203a ' + heading,
        text,
        name: heading.toLowerCase(),
        context: page.toLowerCase(),
        words: text.toLowerCase(),
      }));
    }
    for (const [url, name, place] of names) {
      const bare = name.replace(/\(.*/, '').toLowerCase();
      entries.push({url, title: name, text: 'API: ' + place, name: bare,
        context: bare + ' ' + place, words: '', member: bare.replace(/.*\./, '')});
    }
    show();
  };

  function load() {
    if (!document.getElementById('search-index')) {
      const script = document.createElement('script');
      script.id = 'search-index';
      script.src = root + 'search-index.js';
      document.head.append(script);
    }
  }

  const startsWord = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);

  // Returns the place of a term: the start of a word if there is one, otherwise inside a word, or -1.
  function place(text, term) {
    const first = text.indexOf(term);
    for (let at = first; at >= 0; at = text.indexOf(term, at + 1)) {
      if (startsWord(text, at)) {
        return at;
      }
    }
    return first;
  }

  // Returns how well a term fits a text: 0 for not at all, 2 at the start of a word, and 1 inside a word.
  function fit(text, term) {
    const at = place(text, term);
    return at < 0 ? 0 : startsWord(text, at) ? 2 : 1;
  }

  // Returns the rank of an entry, or 0 if one of the terms is missing.
  function rank(entry, terms, query) {
    let sum = 0;
    for (const term of terms) {
      const found = 10 * fit(entry.name, term) + 4 * fit(entry.context, term) + 2 * fit(entry.words, term);
      if (found === 0) {
        return 0;
      }
      sum += found;
    }
    const isExact = entry.name === query || entry.member === query;
    const begins = entry.name.startsWith(query) || (entry.member || '').startsWith(query);
    const isPhrase = terms.length > 1 && entry.words.includes(query);
    return sum / terms.length + (isExact ? 60 : begins ? 15 : 0) + (isPhrase ? PHRASE_RANK : 0);
  }

  function find(query) {
    const terms = query.split(/\s+/);
    return entries
      .map((entry) => ({entry, rank: rank(entry, terms, query)}))
      .filter((found) => found.rank > 0)
      .sort((a, b) => b.rank - a.rank || a.entry.title.length - b.entry.title.length)
      .slice(0, MOST_RESULTS)
      .map((found) => found.entry);
  }

  // Appends text to an element, with a mark around each term.
  function appendMarked(element, text, terms) {
    const pattern = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    text.split(new RegExp('(' + pattern + ')', 'i')).forEach((part, i) => {
      if (i % 2 === 1) {
        const mark = document.createElement('mark');
        mark.textContent = part;
        element.append(mark);
      } else {
        element.append(part);
      }
    });
  }

  // Returns the part of a text around the complete query, or around the first term.
  function excerpt(text, terms, query) {
    const words = text.toLowerCase();
    const phrase = words.indexOf(query);
    const places = phrase >= 0 ? [phrase] : terms.map((term) => place(words, term)).filter((at) => at >= 0);
    const at = places.length === 0 ? 0 : Math.min(...places);
    const start = at < EXCERPT / 2 ? 0 : text.indexOf(' ', at - EXCERPT / 2) + 1;
    const end = start + EXCERPT;
    return (start > 0 ? '\u2026 ' : '') + text.slice(start, end) + (end < text.length ? ' \u2026' : '');
  }

  function show() {
    const query = input.value.trim().toLowerCase();
    list.replaceChildren();
    select(-1);
    list.hidden = query === '' || entries === null;
    input.setAttribute('aria-expanded', String(!list.hidden));
    if (list.hidden) {
      return;
    }
    const terms = query.split(/\s+/);
    const found = find(query);
    found.forEach((entry, i) => {
      const link = document.createElement('a');
      const title = document.createElement('b');
      const text = document.createElement('small');
      link.id = 'result-' + i;
      link.href = root + entry.url;
      link.tabIndex = -1;
      link.setAttribute('role', 'option');
      title.textContent = entry.title;
      appendMarked(text, excerpt(entry.text, terms, query), terms);
      link.append(title, text);
      list.append(link);
    });
    if (found.length === 0) {
      const none = document.createElement('p');
      none.textContent = 'Nothing found. Try fewer or shorter words.';
      list.append(none);
    } else {
      select(0);
    }
  }

  function select(i) {
    const links = list.querySelectorAll('a');
    selected = links.length === 0 ? -1 : Math.max(0, Math.min(i, links.length - 1));
    links.forEach((link, j) => link.setAttribute('aria-selected', String(j === selected)));
    if (selected < 0) {
      input.removeAttribute('aria-activedescendant');
    } else {
      input.setAttribute('aria-activedescendant', links[selected].id);
      links[selected].scrollIntoView({block: 'nearest'});
    }
  }

  function close() {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  }

  function follow() {
    const link = list.querySelectorAll('a')[selected];
    if (!list.hidden && link) {
      close();
      link.click();
    }
  }

  input.addEventListener('focus', load);
  input.addEventListener('input', () => { load(); show(); });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      select(selected + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (list.hidden) {
        input.value = '';
      }
      close();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    follow();
  });
  list.addEventListener('click', close);
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target)) {
      close();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
  });
  form.hidden = false;

  // A link with ?q=WORDS opens the search.
  const words = new URLSearchParams(location.search).get('q');
  if (words) {
    input.value = words;
    load();
  }
})();
