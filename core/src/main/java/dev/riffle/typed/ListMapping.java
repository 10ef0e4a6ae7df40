package dev.riffle.typed;

/** A list, set or array of objects in a feature. */
final class ListMapping extends ValueMapping {

    private final Element element;
    private final Container container;

    private ListMapping(Element element, Container container) {
        super(Form.LIST, element.kind());
        this.element = element;
        this.container = container;
    }

    static ValueMapping of(Element element, Container container) {
        return new ListMapping(element, container);
    }

    @Override
    String expected() {
        return "a list of values, each " + element.expected();
    }

    @Override
    void write(Object value, MessageOutput out) {
        Object[] elements = container.elements(value);
        int mark = out.mark();
        for (int i = elements.length - 1; i >= 0; i--) {
            element.write(Container.present(elements, i), out);
        }
        closeList(out, mark, elements.length);
    }

    @Override
    Object read(FoundValues found, int slot) {
        checkKind(found, slot);
        return container.of(element.readAll(found, slot));
    }

    @Override
    Object readEmpty() {
        return container.of(new Object[0]);
    }
}
