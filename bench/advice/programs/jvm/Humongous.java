/** Arrays of 600 to 1,800 KB, humongous in a heap of 300 MiB whose regions are 1 MiB. Fixed: they are reused. */
public class Humongous {
    private static final java.util.ArrayDeque<byte[]> held = new java.util.ArrayDeque<>(), free = new java.util.ArrayDeque<>();

    public static void main(String[] args) throws Exception {
        boolean fixed = args.length > 1 && args[1].equals("fixed");
        long end = System.nanoTime() + (long) (Double.parseDouble(args.length > 0 ? args[0] : "4") * 1e9), work = 0;
        long[] nanos = new long[1 << 20];

        for (long start; (start = System.nanoTime()) < end; work++) {
            unit(work, fixed);
            nanos[(int) (work & (nanos.length - 1))] = System.nanoTime() - start;
        }
        result(work, nanos, (int) Math.min(work, nanos.length));
    }

    private static void unit(long work, boolean fixed) throws Exception {
        int size = 600_000 + (int) (work * 7919 % 1_200_000);
        byte[] message = fixed && !free.isEmpty() ? free.remove() : new byte[fixed ? 1_800_000 : size];
        java.util.Arrays.fill(message, 0, size, (byte) work);
        held.add(message);
        if (held.size() > 60) free.add(held.remove());
        if (!fixed) free.clear();
    }

    /** The last line that the harness reads: work, latency, CPU and memory of this process. */
    private static void result(long work, long[] nanos, int count) throws Exception {
        String p99 = "null";
        if (count > 0) {
            java.util.Arrays.sort(nanos, 0, count);
            p99 = String.format(java.util.Locale.ROOT, "%.3f", nanos[(int) (count * 0.99)] / 1e6);
        }
        String[] stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/stat")).split("\\) ")[1].split(" ");
        double cpu = (Long.parseLong(stat[11]) + Long.parseLong(stat[12])) / 100.0;
        long peak = 0;
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get("/proc/self/status")))
            if (line.startsWith("VmHWM")) peak = Long.parseLong(line.replaceAll("\\D", "")) / 1024;
        System.out.printf(java.util.Locale.ROOT, "advice-result {\"work\": %d, \"p99_ms\": %s, \"cpu_s\": %.2f, \"rss_mib\": %d}%n",
            work, p99, cpu, peak);
    }
}
