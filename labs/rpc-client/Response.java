/** An answer: the users that were asked for. */
final class Response {
    final User[] result;

    Response(User[] result) {
        this.result = result;
    }
}
