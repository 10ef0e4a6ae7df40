package dev.riffle.site;

/**
 * A heading and the text up to the next heading.
 *
 * @param heading the words of the heading
 * @param anchor the id of the heading in the page
 * @param level 1 for the title of the page, 2 for its parts, and so on
 * @param text the words after the heading, in one line
 */
record Section(String heading, String anchor, int level, String text) {}
