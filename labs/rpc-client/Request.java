/** A call with a large parameter. */
final class Request {
    final long id;
    final byte[] body;

    Request(long id, byte[] body) {
        this.id = id;
        this.body = body;
    }
}
