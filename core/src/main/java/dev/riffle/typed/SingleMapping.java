package dev.riffle.typed;

/** A value in a feature with one value. */
final class SingleMapping extends ValueMapping {

    private final Element element;

    private SingleMapping(Element element) {
        super(Form.SINGLE, element.kind());
        this.element = element;
    }

    static ValueMapping of(Element element) {
        return new SingleMapping(element);
    }

    Element element() {
        return element;
    }

    @Override
    String expected() {
        return element.expected();
    }

    @Override
    void write(Object value, MessageOutput out) {
        int mark = out.mark();
        element.write(value, out);
        closeList(out, mark, 1);
    }

    @Override
    Object read(FoundValues found, int slot) {
        checkKind(found, slot);
        if (found.count(slot) != 1) {
            throw new ValueMismatch(expected() + " as the only value", values(found.count(slot)));
        }
        return element.readOnly(found, slot);
    }
}
