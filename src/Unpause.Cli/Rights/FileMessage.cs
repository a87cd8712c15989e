using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Rights;

namespace Unpause.Cli.Rights;

/// <summary>A question or an answer between the two processes of a reading.</summary>
/// <param name="Kind">A <see cref="FileQuestion"/> or a <see cref="FileAnswer"/>.</param>
/// <param name="Number">Of the input or output.</param>
/// <param name="Flag">A boolean, by kind.</param>
/// <param name="Text">A path, a name or a sentence.</param>
[SupportedOSPlatform("linux")]
internal sealed record FileMessage(byte Kind, int Number = 0, bool Flag = false, string Text = "")
{
    private const int Head = 6;

    /// <summary>The most characters that surely fit: each has at most three bytes of UTF-8.</summary>
    public const int MostChars = (DescriptorChannel.MostBytes - Head) / 3;

    /// <summary>Reads one; null when it is none.</summary>
    public static FileMessage? Read(ReadOnlySpan<byte> bytes) => bytes.Length < Head
        ? null
        : new FileMessage(bytes[0], BitConverter.ToInt32(bytes[1..]), bytes[5] != 0, Encoding.UTF8.GetString(bytes[Head..]));

    /// <summary>Its bytes. What is too long is cut.</summary>
    public byte[] Bytes() =>
    [
        Kind, .. BitConverter.GetBytes(Number), (byte)(Flag ? 1 : 0),
        .. Encoding.UTF8.GetBytes(Text.Length > MostChars ? Text[..MostChars] : Text),
    ];
}
