using System.Globalization;
using System.Text;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>A JVM's answer as it arrives: a line with a number, 0 for success, then text. The process may send anything.</summary>
/// <param name="write">Receives the text of a successful answer in parts.</param>
/// <param name="most">Maximum number of bytes.</param>
internal sealed class AttachAnswer(Action<ReadOnlySpan<byte>> write, long most)
{
    /// <summary>
    /// Maximum number of bytes of an answer in memory. <c>VM.flags</c>, <c>VM.log list</c> and similar have a few kilobytes.
    /// </summary>
    public const long MostHeldBytes = 1 << 20;

    private const int MostLineBytes = 16, MostRefusalBytes = 4096;

    private readonly byte[] _line = new byte[MostLineBytes];
    private readonly MemoryStream _refusal = new();
    private int _lineLength;
    private long _bytes;

    /// <summary>The number; null while its line is incomplete, or if it is not a number.</summary>
    public int? Code { get; private set; }

    /// <summary>The text of an error, cut if it is long.</summary>
    public string Refusal => Encoding.UTF8.GetString(_refusal.GetBuffer(), 0, (int)_refusal.Length).Trim();

    /// <summary>Adds received bytes. False if they are no valid answer, or too many.</summary>
    /// <exception cref="IOException">The text could not be written.</exception>
    public bool Add(ReadOnlySpan<byte> bytes)
    {
        _bytes += bytes.Length;
        if (_bytes > most) return false;
        if (Code is null)
        {
            var end = bytes.IndexOf((byte)'\n');
            var part = end < 0 ? bytes : bytes[..end];
            if (part.Length > MostLineBytes - _lineLength) return false;
            part.CopyTo(_line.AsSpan(_lineLength));
            _lineLength += part.Length;
            if (end < 0) return true;
            if (!int.TryParse(_line.AsSpan(0, _lineLength), CultureInfo.InvariantCulture, out var code)) return false;
            Code = code;
            bytes = bytes[(end + 1)..];
        }

        if (Code == 0) write(bytes);
        else _refusal.Write(bytes[..(int)Math.Min(bytes.Length, MostRefusalBytes - _refusal.Length)]);
        return true;
    }
}
