import java.nio.ByteBuffer;

/** One of the many small objects that an answer consists of. */
final class User {
    /** Fields of a user on the wire, each a length in a byte and so many bytes. */
    static final int FIELDS = 48;

    final byte[][] fields = new byte[FIELDS][];

    /** Reads a user. */
    static User read(ByteBuffer buffer) {
        User user = new User();
        for (int i = 0; i < FIELDS; i++) {
            user.fields[i] = new byte[buffer.get()];
            buffer.get(user.fields[i]);
        }
        return user;
    }
}
