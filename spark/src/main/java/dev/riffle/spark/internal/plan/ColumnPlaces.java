package dev.riffle.spark.internal.plan;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.StructType;
import scala.runtime.AbstractPartialFunction;

/** Replaces the numbers of columns by their positions in a schema. */
final class ColumnPlaces extends AbstractPartialFunction<Expression, Expression> {

    private final List<String> names;

    ColumnPlaces(StructType schema) {
        this.names = Arrays.asList(schema.fieldNames());
    }

    @Override
    public boolean isDefinedAt(Expression part) {
        return part instanceof AttributeReference column && names.contains(column.name());
    }

    @Override
    public Expression apply(Expression part) {
        AttributeReference column = (AttributeReference) part;
        return column.withExprId(ExprId$.MODULE$.apply(names.indexOf(column.name())));
    }
}
