using System.Text.Json;

namespace Unpause.Recordings.Readers.Node.Profiles;

/// <summary>Places in code, as V8's profiles write them: <c>{"functionName":"get","url":"file:///app/a.js","lineNumber":4,…}</c>.</summary>
internal static class ProfileFrames
{
    private const string File = "file://", Anonymous = "(anonymous)";

    /// <summary>Options for a profile: call trees are as deep as the stacks.</summary>
    public static JsonReaderOptions Options => new() { MaxDepth = Limits.ProfileDepth };

    /// <summary>
    /// Reads a place and gives its name: <c>get (/app/a.js:5)</c>; a name in parentheses alone is V8's own. The reader is at the object's
    /// beginning, and afterwards at its end.
    /// </summary>
    public static string Read(ref Utf8JsonReader json)
    {
        string function = "", url = "";
        long line = -1;
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            var isFunction = json.ValueSpan.SequenceEqual("functionName"u8);
            var isUrl = json.ValueSpan.SequenceEqual("url"u8);
            var isLine = json.ValueSpan.SequenceEqual("lineNumber"u8);
            json.Read();
            if (isFunction && json.TokenType == JsonTokenType.String) function = Text(in json);
            else if (isUrl && json.TokenType == JsonTokenType.String) url = Text(in json);
            else if (isLine && json.TokenType == JsonTokenType.Number) line = json.TryGetInt64(out var number) ? number : -1;
            else json.Skip();
        }

        if (url.Length == 0) return function.Length == 0 ? Anonymous : function;
        if (url.StartsWith(File, StringComparison.Ordinal)) url = url[File.Length..];
        // What follows is a request's, and may be a secret.
        var end = url.AsSpan().IndexOfAny('?', '#');
        if (end >= 0) url = url[..end];
        return $"{(function.Length == 0 ? Anonymous : function)} ({url}{(line >= 0 ? $":{line + 1}" : "")})";
    }

    /// <summary>A whole number that is not negative; 0 for others.</summary>
    public static long Number(in Utf8JsonReader json) =>
        json.TokenType != JsonTokenType.Number ? 0
        : json.TryGetInt64(out var number) ? Math.Max(0, number)
        : json.TryGetDouble(out var value) && value is > 0 and < 1L << 53 ? (long)value : 0;

    private static string Text(in Utf8JsonReader json)
    {
        var text = LenientText.Read(in json);
        return text.Length <= Limits.NameBytes ? text : text[..Limits.NameBytes];
    }
}
