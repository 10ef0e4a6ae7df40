package dev.riffle.sql.internal;

/** One occurrence of a name of files in a FROM clause. */
public final class TableUse {

    private final String name;
    private final String alias;
    private final boolean repeated;
    private boolean wholeRows;

    /**
     * Creates an occurrence.
     *
     * @param name the name of the files
     * @param alias the name by which the statement calls the table
     * @param repeated whether the statement can read the table again and again, as in a recursive part
     */
    TableUse(String name, String alias, boolean repeated) {
        this.name = name;
        this.alias = alias;
        this.repeated = repeated;
    }

    public String name() {
        return name;
    }

    String alias() {
        return alias;
    }

    public boolean isRepeated() {
        return repeated;
    }

    /** Returns whether the statement needs all columns. */
    public boolean needsWholeRows() {
        return wholeRows;
    }

    void needWholeRows() {
        wholeRows = true;
    }

    boolean isCalled(String foldedName) {
        return FoldedName.of(alias).equals(foldedName) || FoldedName.of(name).equals(foldedName);
    }
}
