package dev.riffle.filter;

import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Parses the tokens of a filter expression. {@code or} has the lowest precedence, then follow {@code and}, {@code not}
 * and comparisons.
 */
final class FilterParser {

    private static final int DEEPEST = 200;

    private static final Set<String> KEYWORDS =
            Set.of("and", "or", "not", "in", "contains", "startswith", "endswith", "matches");

    private final String text;
    private final List<FilterToken> tokens;
    private final List<String> names = new ArrayList<>();
    private int at;
    private int depth;

    FilterParser(String text) {
        this.text = text;
        this.tokens = FilterScanner.scan(text);
    }

    FilterCondition parse() {
        if (peek().kind() == FilterToken.Kind.END) {
            throw wrong(peek(), "an expression must not be empty");
        }
        FilterCondition condition = disjunction();
        if (peek().kind() != FilterToken.Kind.END) {
            throw wrong(peek(), "expected \"and\", \"or\" or the end, found " + peek().shown());
        }
        return condition;
    }

    /** Returns the names of the features, in the order of their slot numbers. */
    List<String> names() {
        return List.copyOf(names);
    }

    private FilterToken peek() {
        return tokens.get(at);
    }

    private FilterToken take() {
        FilterToken token = tokens.get(at);
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    private boolean takeSign(String sign) {
        boolean matches = peek().isSign(sign);
        at += matches ? 1 : 0;
        return matches;
    }

    private boolean takeWord(String word) {
        boolean matches = peek().isWord(word);
        at += matches ? 1 : 0;
        return matches;
    }

    private void expect(String sign) {
        if (!takeSign(sign)) {
            throw wrong(peek(), "expected \"" + sign + "\", found " + peek().shown());
        }
    }

    private FilterSyntaxException wrong(FilterToken token, String reason) {
        return new FilterSyntaxException(text, token.at(), reason);
    }

    private FilterCondition disjunction() {
        FilterCondition first = conjunction();
        List<FilterCondition> parts = new ArrayList<>(List.of(first));
        while (takeWord("or")) {
            parts.add(conjunction());
        }
        return parts.size() == 1 ? first : new FilterCondition.Any(List.copyOf(parts));
    }

    private FilterCondition conjunction() {
        FilterCondition first = negation();
        List<FilterCondition> parts = new ArrayList<>(List.of(first));
        while (takeWord("and")) {
            parts.add(negation());
        }
        return parts.size() == 1 ? first : new FilterCondition.All(List.copyOf(parts));
    }

    private FilterCondition negation() {
        if (!peek().isWord("not")) {
            return test();
        }
        deeper();
        take();
        FilterCondition opposite = new FilterCondition.Not(negation());
        depth--;
        return opposite;
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw wrong(peek(), "more than " + DEEPEST + " nested parentheses or negations");
        }
    }

    private FilterCondition test() {
        if (peek().isSign("(")) {
            deeper();
            take();
            FilterCondition inside = disjunction();
            expect(")");
            depth--;
            return inside;
        }
        if (isCall("has")) {
            take();
            take();
            int slot = feature();
            expect(")");
            return new FilterCondition.Has(slot);
        }
        FilterToken begin = peek();
        return afterOperand(begin, operand());
    }

    private FilterCondition afterOperand(FilterToken begin, FilterOperand left) {
        FilterToken next = peek();
        for (FilterCondition.Operator operator : FilterCondition.Operator.values()) {
            if (takeSign(operator.sign())) {
                return comparison(left, operator);
            }
        }
        for (FilterCondition.Likeness likeness : FilterCondition.Likeness.values()) {
            if (takeWord(likeness.word())) {
                checkText(begin, left, next);
                return new FilterCondition.Like(left, likeness, string(next));
            }
        }
        if (takeWord("matches")) {
            checkText(begin, left, next);
            return new FilterCondition.Matching(left, pattern(next));
        }
        if (takeWord("in")) {
            return in(begin, left);
        }
        if (next.isWord("not") && tokens.get(at + 1).isWord("in")) {
            at += 2;
            return notIn(left, in(begin, left));
        }
        if (begin.isWord("true") || begin.isWord("false")) {
            return new FilterCondition.Constant(begin.isWord("true"));
        }
        if (left instanceof FilterOperand.Only only) {
            throw wrong(
                    next,
                    "expected a comparison, found " + next.shown() + "; has(" + names.get(only.slot())
                            + ") tests for the feature");
        }
        throw wrong(next, "expected a comparison, found " + next.shown());
    }

    private FilterCondition comparison(FilterOperand left, FilterCondition.Operator operator) {
        FilterToken begin = peek();
        FilterOperand right = operand();
        if (left instanceof FilterOperand.Literal a
                && right instanceof FilterOperand.Literal b
                && !FilterValue.comparable(a.typed(), b.typed())) {
            throw wrong(
                    begin,
                    a.typed().type() + " cannot be compared with " + b.typed().type());
        }
        for (FilterCondition.Operator another : FilterCondition.Operator.values()) {
            if (peek().isSign(another.sign())) {
                throw wrong(peek(), "comparisons cannot be chained; write a < b and b < c");
            }
        }
        return new FilterCondition.Comparison(left, operator, right);
    }

    /** Returns the condition for "not in". As with !=, a missing value makes the condition false. */
    private static FilterCondition notIn(FilterOperand left, FilterCondition in) {
        FilterCondition matches = new FilterCondition.Known(left);
        FilterCondition opposite = new FilterCondition.Not(in);
        return new FilterCondition.All(
                in instanceof FilterCondition.Among among
                        ? List.of(matches, new FilterCondition.Filled(among.slot()), opposite)
                        : List.of(matches, opposite));
    }

    private FilterCondition in(FilterToken begin, FilterOperand left) {
        if (!takeSign("[")) {
            return new FilterCondition.Among(left, feature());
        }
        List<FilterValue> list = new ArrayList<>();
        do {
            if (peek().isSign("]")) {
                break;
            }
            FilterToken token = peek();
            if (!(operand() instanceof FilterOperand.Literal literal)) {
                throw wrong(token, "a list must contain numbers or strings, found " + token.shown());
            }
            boolean fits = (list.isEmpty() || FilterValue.comparable(list.get(0), literal.typed()))
                    && (!(left instanceof FilterOperand.Literal one)
                            || FilterValue.comparable(one.typed(), literal.typed()));
            if (!fits) {
                throw wrong(token, "numbers and strings cannot be compared");
            }
            list.add(literal.typed());
        } while (takeSign(","));
        if (list.isEmpty()) {
            throw wrong(begin, "a list must not be empty");
        }
        expect("]");
        return new FilterCondition.OneOf(left, List.copyOf(list));
    }

    private void checkText(FilterToken begin, FilterOperand left, FilterToken word) {
        boolean number = left instanceof FilterOperand.Count
                || left instanceof FilterOperand.Size
                || (left instanceof FilterOperand.Literal literal && !(literal.typed() instanceof FilterValue.Raw));
        if (number) {
            throw wrong(begin, word.shown() + " needs text before it, found a number");
        }
    }

    private Bytes string(FilterToken word) {
        FilterToken token = peek();
        if (token.kind() != FilterToken.Kind.TEXT && token.kind() != FilterToken.Kind.BYTES) {
            throw wrong(token, "expected a string after " + word.shown() + ", found " + token.shown());
        }
        return take().bytes();
    }

    private Pattern pattern(FilterToken word) {
        FilterToken token = peek();
        if (token.kind() == FilterToken.Kind.BYTES) {
            throw wrong(token, "a regular expression must be text, without b");
        }
        String regex = string(word).utf8();
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw wrong(token, "invalid regular expression: " + e.getDescription());
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw wrong(token, "the regular expression is too large");
        }
    }

    private boolean isCall(String word) {
        return peek().isWord(word) && tokens.get(at + 1).isSign("(");
    }

    private FilterOperand operand() {
        if (isCall("has")) {
            throw wrong(peek(), "has() is a condition and cannot be compared");
        }
        if (isCall("len") || isCall("size")) {
            boolean length = take().isWord("len");
            take();
            int slot = feature();
            Long place = !length && peek().isSign("[") ? (Long) place() : null;
            expect(")");
            return length ? new FilterOperand.Count(slot) : new FilterOperand.Size(slot, place);
        }
        FilterToken token = peek();
        switch (token.kind()) {
            case INT, FLOAT -> {
                take();
                return new FilterOperand.Literal(number(token));
            }
            case TEXT, BYTES -> {
                take();
                return new FilterOperand.Literal(new FilterValue.Raw(token.bytes()));
            }
            case WORD -> {
                if (token.isWord("true") || token.isWord("false")) {
                    take();
                    return new FilterOperand.Literal(new FilterValue.Whole(token.isWord("true") ? 1 : 0));
                }
            }
            case NAME, SIGN, END -> {}
        }
        int slot = feature();
        return peek().isSign("[") ? new FilterOperand.At(slot, place()) : new FilterOperand.Only(slot);
    }

    private long place() {
        take();
        FilterToken token = take();
        if (token.kind() != FilterToken.Kind.INT) {
            throw wrong(token, "expected the number of a value, found " + token.shown());
        }
        FilterValue number = number(token);
        expect("]");
        return number instanceof FilterValue.Whole whole ? whole.number() : 0;
    }

    private FilterValue number(FilterToken token) {
        try {
            if (token.kind() == FilterToken.Kind.INT) {
                return new FilterValue.Whole(Long.parseLong(token.text()));
            }
        } catch (NumberFormatException e) {
            throw wrong(token, "not an int64; write " + token.text() + ".0 for a float");
        }
        double number = Double.parseDouble(token.text());
        if (Double.isInfinite(number)) {
            throw wrong(token, "too large for a float");
        }
        return new FilterValue.Decimal(number);
    }

    private int feature() {
        FilterToken token = peek();
        boolean name = token.kind() == FilterToken.Kind.NAME
                || (token.kind() == FilterToken.Kind.WORD && !KEYWORDS.contains(token.text()));
        if (!name) {
            String backquoted = token.kind() == FilterToken.Kind.WORD
                    ? "; a feature of this name is written `" + token.text() + "`"
                    : "";
            throw wrong(token, "expected a feature or a value, found " + token.shown() + backquoted);
        }
        take();
        int slot = names.indexOf(token.text());
        if (slot < 0) {
            names.add(token.text());
            slot = names.size() - 1;
        }
        return slot;
    }
}
