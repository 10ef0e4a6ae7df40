package dev.riffle.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the name of the feature that a record component is written to. Without it, the feature has the name of the
 * component.
 *
 * <pre>{@code
 * record Click(@FeatureName("user/id") long user, String page) {}
 * }</pre>
 *
 * <p>On a component whose type is a nested record, the name is the prefix of the nested features.
 * {@link RecordCodec.Builder#named} replaces this name.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD}) // Kotlin does not know record components, only fields
public @interface FeatureName {

    /** Returns the name of the feature; not empty. */
    String value();
}
