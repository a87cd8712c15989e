/** What all programs share: units of work for some seconds, and the line that the harness reads. */
final class Advice {
    /** One unit of work. */
    interface Unit {
        void run(long work, boolean fixed) throws Exception;
    }

    /** Whether the program makes the code change that the advice names. */
    static boolean isFixed(String[] args) {
        return args.length > 1 && args[1].equals("fixed");
    }

    /** Repeats the unit for the seconds of the first argument, and prints work, latency, CPU and memory of this process. */
    static void run(String[] args, Unit unit) throws Exception {
        boolean fixed = isFixed(args);
        long end = System.nanoTime() + (long) (Double.parseDouble(args.length > 0 ? args[0] : "4") * 1e9), work = 0;
        long[] nanos = new long[1 << 20];
        for (long start; (start = System.nanoTime()) < end; work++) {
            unit.run(work, fixed);
            nanos[(int) (work & (nanos.length - 1))] = System.nanoTime() - start;
        }
        print(work, nanos, (int) Math.min(work, nanos.length));
    }

    private static void print(long work, long[] nanos, int count) throws Exception {
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
