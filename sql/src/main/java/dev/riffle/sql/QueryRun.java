package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries. A query can scan a stream of records a second time in ways that the statement does not show. DuckDB then
 * fails, and this class runs the query again with rows that DuckDB stores.
 *
 * @param options the limits
 * @param tables finds the tables
 * @param source how the query reads records
 */
record QueryRun(SessionOptions options, SqlTables tables, RecordSource source) {

    /** An action on a prepared session. */
    @FunctionalInterface
    private interface Action<R> {
        R run(DuckSession session, QueryPlan plan, Closing closing) throws IOException;
    }

    /**
     * Starts a query.
     *
     * @param parent the allocator of the batches; null: an allocator of the result
     */
    SqlResult start(String statement, @Nullable BufferAllocator parent) throws IOException {
        Closing closing = new Closing();
        try {
            BufferAllocator allocator = parent == null ? opened(closing) : parent;
            QueryPlan plan = plan(statement, allocator);
            DuckRows rows;
            try {
                rows = streamed(plan, allocator, closing);
            } catch (SqlException e) {
                rows = streamed(remedied(e, plan, allocator), allocator, closing);
            }
            return new SqlResult(rows, closing);
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    private static BufferAllocator opened(Closing closing) {
        BufferAllocator allocator = new RootAllocator();
        closing.add(allocator);
        return allocator;
    }

    private QueryPlan plan(String statement, BufferAllocator allocator) throws IOException {
        try (DuckSession session = DuckSession.open(collected(), allocator)) {
            return QueryPlan.of(statement, session, tables, source);
        }
    }

    private SessionOptions collected() {
        return options.results(SessionOptions.Results.COLLECTED);
    }

    private DuckRows streamed(QueryPlan plan, BufferAllocator allocator, Closing outer) throws IOException {
        return inSession(
                options.results(SessionOptions.Results.STREAMED),
                plan,
                allocator,
                outer,
                (session, prepared, closing) -> {
                    DuckRows rows = session.rows(prepared.text());
                    closing.add(rows);
                    return rows;
                });
    }

    /**
     * Returns the plan that succeeds after a failure. Otherwise, throws the failure. DuckDB does not report the words of
     * the first error of a streamed result, so this method then collects the result again to get the words.
     */
    private QueryPlan remedied(SqlException failure, QueryPlan plan, BufferAllocator allocator) throws IOException {
        DuckFailure known = DuckFailure.ofCause(failure);
        if (known.isSecondScan()) {
            return plan.stored();
        }
        if (!known.isWithoutWords()) {
            throw failure;
        }
        Closing closing = new Closing();
        try {
            inSession(collected(), plan.silent(), allocator, closing, (session, prepared, inner) -> {
                inner.add(session.rows(prepared.text()));
                return prepared;
            });
        } catch (SqlException e) {
            if (DuckFailure.ofCause(e).isSecondScan()) {
                return plan.stored();
            }
            throw e;
        } finally {
            closing.close();
        }
        return plan;
    }

    /** Runs a query, and writes its rows to a Parquet file. Returns the number of rows. */
    long writeParquet(String statement, Path file) throws IOException {
        Closing closing = new Closing();
        try {
            BufferAllocator allocator = opened(closing);
            QueryPlan plan = plan(statement, allocator);
            long rows;
            try {
                rows = copied(plan, file, allocator);
            } catch (SqlException e) {
                if (!DuckFailure.ofCause(e).isSecondScan()) {
                    throw e;
                }
                rows = copied(plan.stored(), file, allocator);
            }
            closing.close();
            return rows;
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    private long copied(QueryPlan plan, Path file, BufferAllocator allocator) throws IOException {
        Closing closing = new Closing();
        long rows;
        try {
            DuckSession session = DuckSession.open(collected(), allocator);
            closing.add(session);
            plan.install(session, options.threads(), file);
            rows = session.copyToParquet(plan.text(), file, "COMPRESSION zstd");
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
        closing.close();
        return rows;
    }

    /** Runs an action in a new session. If the action succeeds, {@code outer} closes the session later. */
    private <R> R inSession(
            SessionOptions sessionOptions, QueryPlan plan, BufferAllocator allocator, Closing outer, Action<R> action)
            throws IOException {
        Closing closing = new Closing();
        try {
            DuckSession session = DuckSession.open(sessionOptions, allocator);
            closing.add(session);
            plan.install(session, sessionOptions.threads());
            R result = action.run(session, plan, closing);
            outer.add(closing::close);
            return result;
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }
}
