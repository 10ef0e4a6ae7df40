package dev.riffle.typed;

import java.util.HashMap;
import java.util.Map;

/** Elements for the constants of an enum. */
final class EnumElements {

    private EnumElements() {}

    /** Returns an element that writes ordinals. */
    static Element byOrdinal(Class<?> type) {
        return new OrdinalElement(type, constants(type));
    }

    /** Returns an element that writes names. */
    static Element byName(Class<?> type) {
        return new NameElement(type, constants(type));
    }

    private static Enum<?>[] constants(Class<?> type) {
        return (Enum<?>[]) type.getEnumConstants();
    }

    private static final class OrdinalElement extends IntegerElement {

        private final Enum<?>[] constants;

        OrdinalElement(Class<?> type, Enum<?>[] constants) {
            super(type);
            this.constants = constants;
        }

        @Override
        String expected() {
            return "an ordinal of " + type().getSimpleName() + " (0 to " + (constants.length - 1) + ")";
        }

        @Override
        long toLong(Object value) {
            return ((Enum<?>) value).ordinal();
        }

        @Override
        Object fromLong(long integer) {
            return constants[(int) checked(integer, 0, constants.length - 1)];
        }
    }

    private static final class NameElement extends TextElement {

        private final Map<String, Enum<?>> constants = new HashMap<>();

        NameElement(Class<?> type, Enum<?>[] constants) {
            super(type);
            for (Enum<?> constant : constants) {
                this.constants.put(constant.name(), constant);
            }
        }

        @Override
        String expected() {
            return "a name of " + type().getSimpleName();
        }

        @Override
        String toText(Object value) {
            return ((Enum<?>) value).name();
        }

        @Override
        Object fromText(String text) {
            Enum<?> constant = constants.get(text);
            if (constant == null) {
                throw new IllegalArgumentException("no such constant");
            }
            return constant;
        }
    }
}
