package dev.riffle.sql;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The failure of a query: finds a plan that succeeds, or the words for the failure.
 *
 * @param options the limits
 * @param source how the query reads records
 * @param plan the plan that has failed
 */
record QueryFailure(SessionOptions options, RecordSource source, QueryPlan plan) {

    /**
     * Returns a plan that succeeds. If no such plan exists, throws the failure.
     *
     * <p>DuckDB does not report the words of the first error of a streamed result. This method then runs the query
     * again, and collects the result, to get the words.
     */
    QueryPlan remedy(SqlException failure, BufferAllocator allocator) throws IOException {
        DuckFailure known = DuckFailure.ofCause(failure);
        if (known.isSecondScan()) {
            return plan.stored();
        }
        if (known.isUnknownColumn()) {
            throw withAllColumns(failure, allocator);
        }
        if (!known.isWithoutWords()) {
            throw failure;
        }
        try (DuckSession session = DuckSession.open(options.results(SessionOptions.Results.COLLECTED), allocator)) {
            QueryPlan silent = plan.silent();
            silent.install(session, options.threads());
            session.rows(silent.text()).close();
            return plan;
        } catch (SqlException e) {
            if (DuckFailure.ofCause(e).isSecondScan()) {
                return plan.stored();
            }
            throw e;
        }
    }

    /** Returns the failure for a wrong name, with similar names from all columns. */
    private SqlException withAllColumns(SqlException failure, BufferAllocator allocator) throws IOException {
        SqlException better = failure;
        try (DuckSession session = DuckSession.open(options, allocator)) {
            plan.whole().install(session, options.threads());
            session.check(plan.text());
        } catch (SqlException e) {
            better = DuckFailure.ofCause(e).isUnknownColumn() ? e : failure;
        }
        return source.specs().isPresent() || plan.records().isEmpty()
                ? better
                : new SqlException(
                        better.reason(),
                        better.getMessage() + "\nThe columns of records are the features of the first "
                                + source.sample() + " records; set this number with --sample or RecordSql.sample.",
                        failure.getCause());
    }
}
