using System.Buffers;
using System.Text;

namespace Unpause.IO;

/// <summary>A way from one encoding to another.</summary>
internal abstract class Route
{
    /// <summary>The most bytes that a route may leave unread at the end of a block: an incomplete character.</summary>
    internal const int MaxUnread = 8;

    private const int Utf8 = 65001;
    private const int Utf16 = 1200;
    private const int Utf7 = 65000;
    private const int Ascii = 20127;

    /// <summary>Converts as much of a block as is complete, all of it when final; returns the number of bytes read.</summary>
    internal abstract int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinal);

    /// <summary>Writes what ends the output, and is as new afterwards.</summary>
    internal abstract void Finish(IBufferWriter<byte> destination);

    internal abstract void Reset();

    /// <summary>The direct way when there is one and the encodings' fallbacks are the runtime's own, else through characters.</summary>
    internal static Route Between(Encoding from, Encoding to)
    {
#if NET
        // An encoding of the user's own may have the code page of another.
        var repair = IsOfTheRuntime(from) && IsOfTheRuntime(to) ? Repair.For(from, to) : null;
        return (from.CodePage, to.CodePage) switch
        {
            _ when repair is null => ThroughCharacters(from, to),
            (Ascii, Utf8 or Ascii) => new AsciiRoute(repair),
            (Utf8, Utf8) => new Utf8Route(repair),
            (Utf8, Utf16) when BitConverter.IsLittleEndian => new Utf8ToUtf16Route(repair),
            (Utf16, Utf8) when BitConverter.IsLittleEndian => new Utf16ToUtf8Route(repair),
            (Utf8, Utf7) => new Utf8ToUtf7Route(repair, to),
            _ => ThroughCharacters(from, to),
        };
#else
        return ThroughCharacters(from, to);
#endif
    }

    private static Route ThroughCharacters(Encoding from, Encoding to)
    {
        var route = new CharRoute(from, to);
        return from.CodePage == Gb18030Route.CodePage ? new Gb18030Route(route) : route;
    }

#if NET
    private static bool IsOfTheRuntime(Encoding encoding) => encoding.GetType().Assembly == typeof(Encoding).Assembly;
#endif
}
