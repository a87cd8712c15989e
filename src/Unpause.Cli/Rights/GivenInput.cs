using System.IO.Pipes;
using System.Runtime.InteropServices;

namespace Unpause.Cli.Rights;

/// <summary>An input as an open file that another process can read: its own, or a pipe where it is none.</summary>
internal sealed class GivenInput : IDisposable
{
    private readonly IDisposable _opened;

    private GivenInput(SafeHandle handle, IDisposable opened) => (Handle, _opened) = (handle, opened);

    /// <summary>What to send.</summary>
    public SafeHandle Handle { get; }

    /// <summary>Takes an input that was opened and not yet read.</summary>
    public static GivenInput Of(Stream stream)
    {
        if (stream is FileStream file) return new GivenInput(file.SafeFileHandle, file);
        var pipe = new AnonymousPipeServerStream(PipeDirection.Out, HandleInheritability.None);
        var given = new GivenInput(pipe.ClientSafePipeHandle, pipe.ClientSafePipeHandle);
        new Thread(() => Copy(stream, pipe)) { IsBackground = true, Name = "give an input" }.Start();
        return given;
    }

    /// <inheritdoc/>
    public void Dispose() => _opened.Dispose();

    private static void Copy(Stream from, AnonymousPipeServerStream to)
    {
        try
        {
            using (to)
            using (from) from.CopyTo(to);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            // The reader has read enough, or it sees the early end of the input.
        }
    }
}
