/** A young collection every quarter of a second, until it is ended. */
public final class Calm {
    private static Object kept;

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("ready");
        while (true) {
            for (int i = 0; i < 200; i++) kept = new byte[100_000];
            Thread.sleep(250);
        }
    }
}
