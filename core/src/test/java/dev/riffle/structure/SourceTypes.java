package dev.riffle.structure;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The types that source files declare, by simple name, with their members. Types of one simple name are one type. */
final class SourceTypes {

    private final Map<String, Set<String>> members = new HashMap<>();
    private final Map<String, Set<String>> supertypes = new HashMap<>();

    private SourceTypes() {}

    /** Parses files with the JDK's compiler. */
    static SourceTypes of(Collection<Path> files) {
        SourceTypes types = new SourceTypes();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            for (CompilationUnitTree unit : task.parse()) {
                types.new Declarations().scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return types;
    }

    boolean contains(String type) {
        return members.containsKey(type);
    }

    /** Returns whether a type declares a field, method, record component or nested type, or inherits it from a type. */
    boolean hasMember(String type, String member) {
        return members.getOrDefault(type, Set.of()).contains(member)
                || supertypes.getOrDefault(type, Set.of()).stream().anyMatch(above -> hasMember(above, member));
    }

    private final class Declarations extends TreeScanner<Void, Void> {

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            String name = type.getSimpleName().toString();
            Set<String> declared = members.computeIfAbsent(name, key -> new HashSet<>());
            for (Tree member : type.getMembers()) {
                if (member instanceof MethodTree method) {
                    declared.add(method.getName().toString());
                } else if (member instanceof VariableTree field) {
                    declared.add(field.getName().toString());
                } else if (member instanceof ClassTree nested) {
                    declared.add(nested.getSimpleName().toString());
                }
            }
            Set<String> above = supertypes.computeIfAbsent(name, key -> new HashSet<>());
            if (type.getExtendsClause() != null) {
                above.add(simpleName(type.getExtendsClause()));
            }
            type.getImplementsClause().forEach(implemented -> above.add(simpleName(implemented)));
            above.remove(name);
            return super.visitClass(type, unused);
        }

        private String simpleName(Tree type) {
            if (type instanceof ParameterizedTypeTree parameterized) {
                return simpleName(parameterized.getType());
            }
            if (type instanceof MemberSelectTree selected) {
                return selected.getIdentifier().toString();
            }
            return type instanceof IdentifierTree named ? named.getName().toString() : type.toString();
        }
    }
}
