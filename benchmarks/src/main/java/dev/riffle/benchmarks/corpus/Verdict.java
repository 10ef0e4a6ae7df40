package dev.riffle.benchmarks.corpus;

import java.util.List;

/** The verdicts on an outcome. {@code docs/corpus.md} defines each. */
enum Verdict {
    RIGHT("right"),
    UNNOTICED("damage unnoticed"),
    LOSES("loses records in silence"),
    WRONG("wrong records"),
    FAILS("fails on a good file"),
    EARLY("error too early"),
    LATE("error too late"),
    CRASHES("crash");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    static Verdict of(CorpusRow row, GradedReader.Manner manner, Outcome outcome) {
        List<String> given = outcome.payloads();
        List<String> whole = row.rescued();
        return switch (outcome.ending()) {
            case OUT_OF_MEMORY, HANG, DEATH -> CRASHES;
            case END, ERROR -> {
                boolean isPrefix = given.size() <= whole.size() && given.equals(whole.subList(0, given.size()));
                if (!isPrefix && (manner == GradedReader.Manner.STRICT || !isPart(given, whole))) {
                    yield WRONG;
                }
                yield outcome.ending() == Outcome.Ending.END
                        ? atEnd(row, manner, given.size())
                        : atError(row, manner, given.size());
            }
        };
    }

    private static Verdict atEnd(CorpusRow row, GradedReader.Manner manner, int given) {
        if (given < row.rescued().size()) {
            return LOSES;
        }
        return row.isGood() || manner == GradedReader.Manner.SKIPPING ? RIGHT : UNNOTICED;
    }

    private static Verdict atError(CorpusRow row, GradedReader.Manner manner, int given) {
        if (row.isGood()) {
            return FAILS;
        }
        int expected = manner == GradedReader.Manner.STRICT
                ? row.strict()
                : row.rescued().size();
        return given == expected ? RIGHT : given < expected ? EARLY : LATE;
    }

    /** Returns whether {@code given} is {@code whole} without some of its members. */
    private static boolean isPart(List<String> given, List<String> whole) {
        int at = 0;
        for (String payload : whole) {
            if (at < given.size() && given.get(at).equals(payload)) {
                at++;
            }
        }
        return at == given.size();
    }

    @Override
    public String toString() {
        return words;
    }
}
