/** A young collection about once a second. */
public final class Steady {
    private static Object kept;

    public static void main(String[] arguments) throws InterruptedException {
        while (true) {
            for (int i = 0; i < 150; i++) kept = new byte[100_000];
            Thread.sleep(1000);
        }
    }
}
