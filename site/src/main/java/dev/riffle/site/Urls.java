package dev.riffle.site;

/** Calculates with addresses inside the site, which are relative to its root and have slashes. */
final class Urls {

    private Urls() {}

    /** Returns the way from a page to the root: empty, or "../" for each folder. */
    static String toRoot(String page) {
        return "../".repeat((int) page.chars().filter(c -> c == '/').count());
    }

    /** Returns the address of a page relative to another page. */
    static String relative(String from, String to) {
        int shared = 0;
        for (int i = 0; i < Math.min(from.length(), to.length()) && from.charAt(i) == to.charAt(i); i++) {
            if (from.charAt(i) == '/') {
                shared = i + 1;
            }
        }
        return toRoot(from.substring(shared)) + to.substring(shared);
    }

    /** Returns the address to which a relative address of a page leads, without the steps "." and "..". */
    static String resolve(String page, String relative) {
        String folder = page.substring(0, page.lastIndexOf('/') + 1);
        StringBuilder path = new StringBuilder();
        for (String step : (folder + relative).split("/")) {
            if (step.equals("..")) {
                int end = path.lastIndexOf("/");
                if (path.isEmpty()) {
                    throw new IllegalArgumentException(page + ": leaves the root: " + relative);
                }
                path.setLength(Math.max(0, end));
            } else if (!step.equals(".") && !step.isEmpty()) {
                path.append(path.isEmpty() ? "" : "/").append(step);
            }
        }
        return path.toString();
    }
}
