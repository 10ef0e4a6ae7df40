package dev.riffle.benchmarks.corpus;

import java.util.List;

/** Lists the verdicts on an outcome. {@code docs/project/corpus.md} defines each verdict. */
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
        List<String> returned = outcome.payloads();
        List<String> rescued = row.rescued();
        return switch (outcome.ending()) {
            case OUT_OF_MEMORY, HANG, DEATH -> CRASHES;
            case END, ERROR -> {
                boolean isPrefix =
                        returned.size() <= rescued.size() && returned.equals(rescued.subList(0, returned.size()));
                if (!isPrefix && (manner == GradedReader.Manner.STRICT || !isPart(returned, rescued))) {
                    yield WRONG;
                }
                yield outcome.ending() == Outcome.Ending.END
                        ? atEnd(row, manner, returned.size())
                        : atError(row, manner, returned.size());
            }
        };
    }

    private static Verdict atEnd(CorpusRow row, GradedReader.Manner manner, int returned) {
        if (returned < row.rescued().size()) {
            return LOSES;
        }
        return row.isGood() || manner == GradedReader.Manner.SKIPPING ? RIGHT : UNNOTICED;
    }

    private static Verdict atError(CorpusRow row, GradedReader.Manner manner, int returned) {
        if (row.isGood()) {
            return FAILS;
        }
        int expected = manner == GradedReader.Manner.STRICT
                ? row.strict()
                : row.rescued().size();
        return returned == expected ? RIGHT : returned < expected ? EARLY : LATE;
    }

    /** Returns whether {@code returned} is {@code rescued} without some of its elements, in order. */
    private static boolean isPart(List<String> returned, List<String> rescued) {
        int at = 0;
        for (String payload : rescued) {
            if (at < returned.size() && returned.get(at).equals(payload)) {
                at++;
            }
        }
        return at == returned.size();
    }

    @Override
    public String toString() {
        return words;
    }
}
