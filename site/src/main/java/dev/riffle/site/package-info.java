/**
 * The generator of the documentation's site. {@link dev.riffle.site.Main} writes the Markdown pages of the repository
 * and the Javadoc of its libraries to a folder, with an index for its search. {@link dev.riffle.site.Site} makes the
 * pages, {@link dev.riffle.site.Javadoc} runs the JDK's tool, and {@link dev.riffle.site.LinkCheck} checks the result.
 * The pages need no server and no network. Equal input gives equal files. One thread runs everything.
 */
@NullMarked
package dev.riffle.site;

import org.jspecify.annotations.NullMarked;
