namespace Unpause.Cli.Output;

/// <summary>An output whose failure is ignored: everything written afterwards is dropped.</summary>
/// <param name="open">Opens it at the first write.</param>
internal sealed class LossyStream(Func<Stream> open) : WriteOnlyStream
{
    private Stream? _opened;

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            (_opened ??= open()).Write(buffer);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            _opened = Null;
        }
    }

    public override void Flush()
    {
        // Each write goes through at once.
    }
}
