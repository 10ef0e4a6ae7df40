package dev.riffle.arrow;

import dev.riffle.structure.ExportedTypesContract;

/** Checks the exported types of the module for Arrow. */
class ExportedArrowTypesTest extends ExportedTypesContract {

    @Override
    protected Class<?> anyType() {
        return ArrowBatches.class;
    }
}
