package dev.riffle.typed;

/** Values of a type of the caller, which functions of the caller convert to and from a list or array. */
final class ConvertedMapping extends ValueMapping {

    private final ValueMapping base;
    private final Conversion conversion;

    private ConvertedMapping(ValueMapping base, Conversion conversion) {
        super(base.form(), base.kind());
        this.base = base;
        this.conversion = conversion;
    }

    static ValueMapping of(ValueMapping base, Conversion conversion) {
        return new ConvertedMapping(base, conversion);
    }

    @Override
    String expected() {
        return conversion.expected(base.expected());
    }

    @Override
    void write(Object value, MessageOutput out) {
        base.write(conversion.apply(value), out);
    }

    @Override
    Object read(FoundValues found, int slot) {
        return conversion.restore(base.read(found, slot));
    }

    @Override
    Object readEmpty() {
        return conversion.restore(base.readEmpty());
    }
}
