import java.util.concurrent.LinkedBlockingQueue;

/** Requests at random times (Poisson), one worker: each allocates and keeps some objects. Arguments: seconds, rate, live MiB. */
public class Server {
    static final long SCALE = 1_000_000L;

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(args[0]), rate = Double.parseDouble(args[1]);
        byte[][] kept = new byte[Integer.parseInt(args[2]) * 1024][];
        for (int i = 0; i < kept.length; i++) kept[i] = new byte[1000];
        LinkedBlockingQueue<Long> queue = new LinkedBlockingQueue<>();
        StringBuilder out = new StringBuilder("start_ms,duration_ms\n");
        long wall = System.currentTimeMillis() * SCALE - System.nanoTime();
        Thread worker = new Thread(() -> {
            int at = 0;
            try {
                for (long due = queue.take(); due != 0; due = queue.take()) {
                    for (int i = 0; i < 1500; i++) {
                        byte[] some = new byte[1000];
                        some[i % 1000] = 1;
                        if (i % 3 == 0) kept[(at += 7919) % kept.length & Integer.MAX_VALUE] = some;
                        if (at > 1_000_000_000) at = 0;
                    }
                    // Most of a request is plain work, so waking up the worker does not show.
                    double sum = 0;
                    for (int i = 1; i < 5_000_000; i++) sum += 1.0 / i;
                    if (sum < 0) System.exit(1);
                    out.append((wall + due) / 1e6).append(',').append((System.nanoTime() - due) / 1e6).append('\n');
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        long begin = System.nanoTime();
        java.util.Random random = new java.util.Random(1);
        for (long due = begin; due - begin < seconds * 1e9; due += (long) (-Math.log(1 - random.nextDouble()) * 1e9 / rate)) {
            long left = due - System.nanoTime();
            if (left > 0) Thread.sleep(left / SCALE, (int) (left % SCALE));
            queue.put(due);
        }
        queue.put(0L);
        worker.join();
        System.out.print(out);
    }
}
