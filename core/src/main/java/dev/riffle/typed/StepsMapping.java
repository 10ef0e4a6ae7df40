package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.WireScanner;

/** A list or array of lists in a feature list: each inner list is a step. */
final class StepsMapping extends ValueMapping {

    private final ValueMapping step;
    private final Container container;

    private StepsMapping(ValueMapping step, Container container) {
        super(Form.STEPS, step.kind());
        this.step = step;
        this.container = container;
    }

    /** Returns a mapping whose steps have the mapping {@code step}. */
    static ValueMapping of(ValueMapping step, Container container) {
        return new StepsMapping(step, container);
    }

    @Override
    String expected() {
        return "a feature list, each step " + step.expected();
    }

    @Override
    void write(Object value, MessageOutput out) {
        Object[] steps = container.elements(value);
        for (int i = steps.length - 1; i >= 0; i--) {
            int mark = out.mark();
            step.write(Container.present(steps, i), out);
            out.close(mark, WireScanner.FIELD_1);
        }
    }

    @Override
    Object read(FoundValues found, int slot) {
        Object[] steps = new Object[found.count(slot)];
        int first = found.from(slot);
        for (int i = 0; i < steps.length; i++) {
            // a step without a kind has no values, as in TensorFlow
            steps[i] = found.kind(first + i) == Kind.NOT_SET ? step.readEmpty() : step.read(found, first + i);
        }
        return container.of(steps);
    }
}
