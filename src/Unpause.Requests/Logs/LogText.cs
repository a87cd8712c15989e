namespace Unpause.Requests.Logs;

/// <summary>Parts of access-log lines that several servers write alike.</summary>
internal static class LogText
{
    /// <summary>Index of the quote that ends a quoted text, passing over escaped ones; -1 when there is none.</summary>
    public static int EndOfQuoted(ReadOnlySpan<byte> text)
    {
        var from = 0;
        while (true)
        {
            var quote = text[from..].IndexOf((byte)'"');
            if (quote < 0) return -1;
            quote += from;
            var escapes = 0;
            while (quote - escapes > from && text[quote - escapes - 1] == '\\') escapes++;
            if (escapes % 2 == 0) return quote;
            from = quote + 1;
        }
    }

    /// <summary>A path or URL up to its query, with words before it or not; other names as they are.</summary>
    public static ReadOnlySpan<byte> WithoutQuery(ReadOnlySpan<byte> name)
    {
        if (!name.StartsWith("/"u8) && !name.StartsWith("http"u8) && name.IndexOf(" /"u8) < 0) return name;
        var end = name.IndexOfAny((byte)'?', (byte)'#');
        return end < 0 ? name : name[..end];
    }

    /// <summary>Method and path of <c>GET /a?b HTTP/1.1</c>: <c>GET /a</c>.</summary>
    public static ReadOnlySpan<byte> MethodAndPath(ReadOnlySpan<byte> request)
    {
        var blank = request.IndexOf((byte)' ');
        if (blank < 0) return request;
        var end = request[(blank + 1)..].IndexOfAny(" ?#"u8);
        return end < 0 ? request : request[..(blank + 1 + end)];
    }
}
