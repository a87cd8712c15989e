import java.lang.management.ManagementFactory;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Programs of known cause: java Advice NAME SECONDS [fixed]. */
public final class Advice {
    private static Object kept;

    /** Each returns one unit of work, to be called again and again; fixed makes the code change that the advice names. */
    private static Runnable program(String name, boolean fixed) {
        return switch (name) {
            case "allocating" -> allocating(fixed);
            case "buffers" -> buffers(fixed);
            case "cramped" -> cramped(fixed);
            case "finalizers" -> finalizers(fixed);
            case "forced" -> forced(fixed);
            case "growing" -> growing(fixed);
            case "histograms" -> histograms(fixed);
            case "humongous" -> humongous(fixed);
            case "medium" -> medium(fixed);
            case "soft" -> soft(fixed);
            case "dumps" -> dumps(fixed);
            default -> throw new IllegalArgumentException(name);
        };
    }

    public static void main(String[] arguments) throws Exception {
        boolean fixed = arguments.length > 2 && arguments[2].equals("fixed");
        Runnable work = program(arguments[0], fixed);
        double[] took = new double[1 << 20];
        int done = 0;
        long until = System.nanoTime() + (long) (Double.parseDouble(arguments[1]) * 1e9);
        for (long now = System.nanoTime(); now < until; done++) {
            work.run();
            long end = System.nanoTime();
            took[done % took.length] = (end - now) / 1e6;
            now = end;
        }
        double[] kept = Arrays.copyOf(took, Math.min(done, took.length));
        Arrays.sort(kept);
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long peak = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("VmHWM"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", ""))).sum();
        System.out.printf(Locale.ROOT, "advice-result {\"work\": %d, \"p99_ms\": %.3f, \"cpu_s\": %.3f, \"rss_mib\": %.1f}%n",
            done, kept[(int) (kept.length * 99L / 100)], system.getProcessCpuTime() / 1e9, peak / 1024.0);
        System.exit(0);
    }

    private static List<long[]> rows(int count) {
        List<long[]> found = new ArrayList<>(count);
        for (int i = 0; i < count; i++) found.add(new long[6]);
        return found;
    }

    private static Map<Integer, long[]> table(int entries) {
        Map<Integer, long[]> found = new HashMap<>();
        for (int i = 0; i < entries; i++) found.put(i, new long[10]);
        return found;
    }

    /** A small live set and much garbage, in a heap with room: nothing is wrong but its size. Fixed: half of the garbage. */
    private static Runnable allocating(boolean fixed) {
        kept = table(50_000);
        return () -> rows(fixed ? 1_000 : 2_000);
    }

    /** Direct buffers are dropped until their limit makes the JVM call System.gc(). Fixed: one buffer is used again. */
    private static Runnable buffers(boolean fixed) {
        kept = table(300_000);
        ByteBuffer own = ByteBuffer.allocateDirect(1 << 20);
        return () -> {
            ByteBuffer buffer = fixed ? own : ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < buffer.capacity(); i += 4096) buffer.put(i, (byte) i);
            rows(200);
        };
    }

    /** A live set that nearly fills the heap it was started with. Fixed: half of it. */
    private static Runnable cramped(boolean fixed) {
        kept = table(fixed ? 400_000 : 800_000);
        return () -> rows(2_000);
    }

    /** System.gc() in each request. Fixed: without. */
    private static Runnable forced(boolean fixed) {
        kept = table(200_000);
        return () -> {
            for (int i = 0; i < 20; i++) rows(2_000);
            if (!fixed) System.gc();
        };
    }

    /** A map that only grows: a leak. Fixed: it is bounded. */
    private static Runnable growing(boolean fixed) {
        Map<Integer, long[]> seen = new HashMap<>();
        kept = seen;
        int[] next = {0};
        return () -> {
            for (int i = 0; i < 4; i++) {
                seen.put(next[0]++, new long[30]);
                if (fixed) seen.remove(next[0] - 20_000);
            }
            rows(300);
            if (next[0] % 60 == 0) sleep(1);
        };
    }

    /** Arrays of 700 kB in each request: humongous in regions of 1 MiB. Fixed: in chunks. */
    private static Runnable humongous(boolean fixed) {
        kept = table(300_000);
        ArrayDeque<Object> open = new ArrayDeque<>();
        return () -> {
            if (fixed) {
                byte[][] chunks = new byte[22][];
                for (int i = 0; i < chunks.length; i++) chunks[i] = new byte[32 << 10];
                open.add(chunks);
            } else {
                open.add(new byte[700 << 10]);
            }
            if (open.size() > 4) open.remove();
            rows(100);
        };
    }

    /** Replies stay for some collections and die in the old generation. Fixed: they are dropped at once. */
    private static Runnable medium(boolean fixed) {
        ArrayDeque<List<long[]>> open = new ArrayDeque<>();
        return () -> {
            open.add(rows(400));
            if (open.size() > (fixed ? 10 : 4_000)) open.remove();
        };
    }

    /** Soft references fill the heap. Fixed: a bounded cache. */
    private static Runnable soft(boolean fixed) {
        List<SoftReference<byte[]>> cache = new ArrayList<>();
        ArrayDeque<byte[]> bounded = new ArrayDeque<>();
        return () -> {
            byte[] page = new byte[20_000];
            if (fixed) {
                bounded.add(page);
                if (bounded.size() > 1_000) bounded.remove();
            } else {
                cache.add(new SoftReference<>(page));
                if (cache.size() > 200_000) cache.clear();
            }
            rows(20);
        };
    }

    /** Objects with finalize(). Fixed: closed in code. */
    private static Runnable finalizers(boolean fixed) {
        kept = table(50_000);
        return () -> {
            for (int i = 0; i < 100; i++) {
                if (fixed) new Closed().close();
                else new Finalized();
            }
        };
    }

    /** A monitor asks for the stacks of 300 threads all the time. Fixed: twice a second. */
    private static Runnable dumps(boolean fixed) {
        for (int i = 0; i < 300; i++) daemon(() -> deep(150));
        var threads = ManagementFactory.getThreadMXBean();
        daemon(() -> {
            while (true) {
                threads.dumpAllThreads(true, true);
                sleep(fixed ? 500 : 10);
            }
        });
        return () -> rows(500);
    }

    /** A monitor asks for class histograms of live objects. Fixed: none in this time. */
    private static Runnable histograms(boolean fixed) {
        kept = table(400_000);
        daemon(() -> {
            var server = ManagementFactory.getPlatformMBeanServer();
            while (!fixed) {
                try {
                    server.invoke(new javax.management.ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                        new Object[] {new String[0]}, new String[] {String[].class.getName()});
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                sleep(200);
            }
        });
        return () -> rows(500);
    }

    private static void deep(int depth) {
        if (depth > 0) deep(depth - 1);
        else sleep(100_000);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static class Closed {
        private final long[] content = new long[20];

        void close() {
            for (int i = 0; i < 200; i++) content[i % 20] += i;
        }
    }

    private static final class Finalized extends Closed {
        @Override
        @SuppressWarnings("removal")
        protected void finalize() {
            close();
        }
    }
}
