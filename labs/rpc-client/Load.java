import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A hundred callers share a list of moments; each takes the next one, waits for it, and calls. A call that no caller was
 * free for in time has waited too: what it took counts from its moment (no coordinated omission).
 */
final class Load {
    private static final int CALLERS = 100;
    private static final int PARAMETER_BYTES = 4096;
    private static final double WARM_UP_SECONDS = 1.5;

    private final RpcClient client;
    private final int rate;
    private final Random random;
    private final AtomicInteger failed = new AtomicInteger();

    Load(RpcClient client, int rate, long seed) {
        this.client = client;
        this.rate = rate;
        this.random = new Random(seed);
    }

    /** Calls that got no answer. */
    int failed() {
        return failed.get();
    }

    /** Lets both sides compile their code before anything is measured. */
    void warmUp() throws InterruptedException {
        run(WARM_UP_SECONDS);
    }

    /** Calls for so many seconds and gives a CSV: wall time of the moment in ms, what the call took, the process. */
    List<String> run(double seconds) throws InterruptedException {
        long[] moments = moments(seconds);
        long[] took = new long[moments.length];
        AtomicInteger next = new AtomicInteger();
        long wall = System.currentTimeMillis();
        long origin = System.nanoTime();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(() -> {
                for (int at; (at = next.getAndIncrement()) < moments.length; ) took[at] = call(origin + moments[at]);
            }, "caller-" + i);
            callers.add(caller);
            caller.start();
        }
        for (Thread caller : callers) caller.join();
        return rows(wall, moments, took);
    }

    private long call(long moment) {
        for (long wait; (wait = moment - System.nanoTime()) > 0; ) LockSupport.parkNanos(wait);
        try {
            client.call(new byte[PARAMETER_BYTES]);
            return System.nanoTime() - moment;
        } catch (Exception e) {
            failed.incrementAndGet();
            return -1;
        }
    }

    /** Moments of a Poisson process, in nanoseconds. */
    private long[] moments(double seconds) {
        List<Long> moments = new ArrayList<>();
        for (double at = 0; (at -= Math.log(1 - random.nextDouble()) / rate) < seconds; ) moments.add((long) (at * 1e9));
        return moments.stream().mapToLong(Long::longValue).toArray();
    }

    private static List<String> rows(long wall, long[] moments, long[] took) {
        long pid = ProcessHandle.current().pid();
        List<String> rows = new ArrayList<>(moments.length + 1);
        rows.add("start_ms,duration_ms,name,pid");
        for (int i = 0; i < moments.length; i++) {
            if (took[i] >= 0) rows.add(String.format(Locale.ROOT, "%.3f,%.3f,call,%d", wall + moments[i] / 1e6, took[i] / 1e6, pid));
        }
        return rows;
    }
}
