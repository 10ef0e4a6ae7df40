package dev.riffle.site;

/** Writes text as HTML. */
final class Html {

    private Html() {}

    /** Returns text for an element or for an attribute in double quotes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns an item of a list with a link. */
    static String item(String url, String title) {
        return "<li><a href=\"" + escape(url) + "\">" + escape(title) + "</a></li>\n";
    }

    /** Returns the text that {@link #escape} and javadoc write as {@code html}. */
    static String unescape(String html) {
        return html.replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&gt;", ">")
                .replace("&lt;", "<")
                .replace("&amp;", "&");
    }
}
