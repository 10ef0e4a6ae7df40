package dev.riffle.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Parses random text, which may cause only syntax errors. Evaluates random conditions and compares the results with
 * those for parsed Examples.
 */
class FeatureFilterFuzzTest {

    private static final List<String> WORDS = List.of(
            "a",
            "b",
            "label",
            "and",
            "or",
            "not",
            "in",
            "has(",
            "len(",
            "size(",
            "(",
            ")",
            "[",
            "]",
            ",",
            "==",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "1",
            "-3",
            "2.5",
            "1e400",
            "99999999999999999999",
            "'x'",
            "\"y\"",
            "b'\\xff'",
            "'\\u00e4'",
            "`q r`",
            "true",
            "false",
            "contains",
            "startswith",
            "endswith",
            "matches",
            "'('",
            "0",
            "'",
            "\"",
            "\\",
            "`",
            "\ud800",
            "\u0000",
            "é",
            "=",
            "&",
            "b'",
            "'\\",
            ".",
            "-",
            "+",
            "\n",
            "\ud83d\ude00");

    @Test
    void rejectsRandomTextOnlyWithSyntaxErrors() {
        long seed = Rounds.seed("feature filter fuzz");
        Random random = new Random(seed);
        Example example =
                Example.builder().put("a", 1).put("b", "x").put("label", 1, 2).build();
        int good = 0;
        int rounds = Rounds.count(200_000);
        for (int round = 0; round < rounds; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextInt(4) == 0 ? "" : " ");
            }
            try {
                FeatureFilter.parse(text.toString()).test(example.toBytes());
                good++;
            } catch (FilterSyntaxException e) {
                assertThat(e.column()).as("seed %d: %s", seed, text).isBetween(1, text.length() + 1);
            } catch (FilterException e) {
                good++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
        assertThat(good).as("seed %d", seed).isPositive();
    }

    /** A condition as text, and its result for an Example. */
    private record Condition(String text, Boolean met) {}

    @Test
    void agreesWithASimpleEvaluation() {
        long seed = Rounds.seed("feature filter fuzz");
        Random random = new Random(seed);
        int rounds = Rounds.count(50_000);
        for (int round = 0; round < rounds; round++) {
            Example example = example(random);
            Condition condition = condition(random, example, 3);
            assertThat(FeatureFilter.parse(condition.text()).test(example.toBytes()))
                    .as("seed %d round %d: %s of %s", seed, round, condition.text(), example)
                    .isEqualTo(condition.met());
        }
    }

    private static Example example(Random random) {
        ExampleBuilder builder = Example.builder();
        if (random.nextInt(4) > 0) {
            builder.put("i", number(random));
        }
        if (random.nextInt(4) > 0) {
            builder.put("f", (float) fraction(random));
        }
        if (random.nextInt(4) > 0) {
            builder.put("s", text(random));
        }
        long[] list = new long[random.nextInt(4)];
        for (int i = 0; i < list.length; i++) {
            list[i] = number(random);
        }
        return builder.put("l", list).build();
    }

    private static long number(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> Long.MAX_VALUE - random.nextInt(3);
            case 1 -> Long.MIN_VALUE + random.nextInt(3);
            case 2 -> (1L << 53) + random.nextInt(3);
            default -> random.nextInt(5) - 2;
        };
    }

    private static double fraction(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> 0x1p63;
            case 1 -> 0x1p53;
            case 2 -> 0.1;
            default -> (random.nextInt(9) - 4) / 2.0;
        };
    }

    private static String text(Random random) {
        return "abé".substring(random.nextInt(2), 2 + random.nextInt(2));
    }

    private static Condition condition(Random random, Example example, int depth) {
        switch (depth == 0 ? 3 + random.nextInt(4) : random.nextInt(7)) {
            case 0 -> {
                Condition part = condition(random, example, depth - 1);
                return new Condition("not (" + part.text() + ")", !part.met());
            }
            case 1 -> {
                Condition a = condition(random, example, depth - 1);
                Condition b = condition(random, example, depth - 1);
                return new Condition("(" + a.text() + ") and (" + b.text() + ")", a.met() && b.met());
            }
            case 2 -> {
                // Without parentheses, {@code and} binds tighter than {@code or}.
                Condition a = condition(random, example, 0);
                Condition b = condition(random, example, 0);
                Condition c = condition(random, example, 0);
                return new Condition(
                        a.text() + " or " + b.text() + " and not " + c.text(), a.met() || b.met() && !c.met());
            }
            case 3 -> {
                String name = List.of("i", "f", "s", "l", "z").get(random.nextInt(5));
                return new Condition("has(" + name + ")", example.find(name).isPresent());
            }
            case 4 -> {
                String literal = text(random);
                int sign = random.nextInt(6);
                Integer order = example.find("s")
                        .map(s -> Bytes.ofUtf8(s.utf8Value()).compareTo(Bytes.ofUtf8(literal)))
                        .orElse(null);
                return new Condition(
                        "s " + SIGNS.get(sign) + " '" + literal + "'", order != null && holds(sign, order));
            }
            case 5 -> {
                List<Long> list = new ArrayList<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    list.add(number(random));
                }
                boolean met =
                        example.find("i").map(i -> list.contains(i.longValue())).orElse(false);
                return new Condition("i in " + list, met);
            }
            default -> {
                return comparison(random, example);
            }
        }
    }

    private static final List<String> SIGNS = List.of("==", "!=", "<", "<=", ">", ">=");

    private static boolean holds(int sign, int order) {
        return switch (sign) {
            case 0 -> order == 0;
            case 1 -> order != 0;
            case 2 -> order < 0;
            case 3 -> order <= 0;
            case 4 -> order > 0;
            default -> order >= 0;
        };
    }

    private static Condition comparison(Random random, Example example) {
        boolean isWhole = random.nextBoolean();
        boolean literalIsWhole = random.nextBoolean();
        long whole = number(random);
        double fraction = fraction(random);
        String name = isWhole ? "i" : "f";
        BigDecimal left = example.find(name)
                .map(each -> isWhole ? BigDecimal.valueOf(each.longValue()) : new BigDecimal(each.floatValue()))
                .orElse(null);
        BigDecimal right = literalIsWhole
                ? BigDecimal.valueOf(whole)
                : isWhole ? new BigDecimal(fraction) : new BigDecimal((float) fraction);
        int sign = random.nextInt(6);
        String literal = literalIsWhole ? Long.toString(whole) : Double.toString(fraction);
        return new Condition(
                name + " " + SIGNS.get(sign) + " " + literal, left != null && holds(sign, left.compareTo(right)));
    }
}
