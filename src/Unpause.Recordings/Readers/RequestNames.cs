using System.Buffers;
using System.Text.Unicode;

namespace Unpause.Recordings.Readers;

/// <summary>
/// Names of requests: method and path, or host and path, without the query and with ids cut, so that
/// <c>/orders/17</c> and <c>/orders/18</c> are both <c>/orders/{id}</c>. No allocation for a name that is known.
/// </summary>
internal sealed class RequestNames(List<string> names)
{
    private const int LongestText = Limits.NameBytes;
    private const int ShortestToken = 16;
    private const int DigitsOfToken = 3;
    private static readonly SearchValues<byte> HexDigits = SearchValues.Create("0123456789abcdefABCDEF-"u8);
    private static readonly SearchValues<byte> TokenBytes = SearchValues.Create(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"u8);
    private readonly NameTable _table = new(names);
    private readonly byte[] _name = new byte[3 * LongestText];
    private readonly byte[] _path = new byte[LongestText];
    private int _length;

    /// <summary>The index of a name.</summary>
    /// <param name="method">UTF-16, or nothing.</param>
    /// <param name="host">UTF-16, or nothing.</param>
    /// <param name="path">UTF-16; a query is cut off.</param>
    public int GetOrAdd(ReadOnlySpan<byte> method, ReadOnlySpan<byte> host, ReadOnlySpan<byte> path)
    {
        _length = 0;
        Append(Utf8Of(method));
        if (_length > 0) Append(" "u8);
        Append(Utf8Of(host));
        AppendPath(Utf8Of(path));
        return _table.IndexOf(_length == 0 ? "unnamed"u8 : _name.AsSpan(0, _length));
    }

    /// <summary>The index of a name.</summary>
    /// <param name="text">UTF-8: a method, a blank and a path; a query is cut off.</param>
    public int OfText(ReadOnlySpan<byte> text)
    {
        _length = 0;
        var blank = text.IndexOf((byte)' ');
        Append(text[..(blank + 1)]);
        AppendPath(text[(blank + 1)..]);
        return _table.IndexOf(_length == 0 ? "unnamed"u8 : _name.AsSpan(0, _length));
    }

    private void AppendPath(ReadOnlySpan<byte> path)
    {
        var end = path.IndexOfAny((byte)'?', (byte)'#');
        if (end >= 0) path = path[..end];
        while (!path.IsEmpty)
        {
            var slash = path.IndexOf((byte)'/');
            var segment = slash < 0 ? path : path[..slash];
            Append(IsId(segment) ? "{id}"u8 : segment);
            if (slash < 0) return;
            Append("/"u8);
            path = path[(slash + 1)..];
        }
    }

    /// <summary>Digits; hexadecimal digits as long as an id; or a long token of letters and digits mixed.</summary>
    private static bool IsId(ReadOnlySpan<byte> segment)
    {
        if (segment.IsEmpty) return false;
        var digits = 0;
        foreach (var b in segment) digits += b is >= (byte)'0' and <= (byte)'9' ? 1 : 0;
        if (digits == segment.Length) return true;
        if (segment.Length < ShortestToken || digits < DigitsOfToken) return false;
        return !segment.ContainsAnyExcept(HexDigits)
            || (segment.Length > ShortestToken && !segment.ContainsAnyExcept(TokenBytes) && digits * 5 >= segment.Length);
    }

    private ReadOnlySpan<byte> Utf8Of(ReadOnlySpan<byte> utf16)
    {
        Utf8.FromUtf16(MemoryMarshal.Cast<byte, char>(utf16), _path, out _, out var written);
        return _path.AsSpan(0, written);
    }

    private void Append(ReadOnlySpan<byte> utf8)
    {
        utf8 = utf8[..Math.Min(utf8.Length, _name.Length - _length)];
        utf8.CopyTo(_name.AsSpan(_length));
        _length += utf8.Length;
    }
}
