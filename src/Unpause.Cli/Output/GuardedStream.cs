namespace Unpause.Cli.Output;

/// <summary>An output on which every failed write is an <see cref="OutputFailure"/> with its name.</summary>
/// <param name="name">The name that the user knows.</param>
/// <param name="open">Opens it at the first write.</param>
internal sealed class GuardedStream(string name, Func<Stream> open) : WriteOnlyStream
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
            throw OutputFailure.Of(name, exception);
        }
    }

    public override void Flush()
    {
        try
        {
            _opened?.Flush();
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Of(name, exception);
        }
    }

    protected override void Dispose(bool disposing)
    {
        try
        {
            if (disposing) _opened?.Dispose();
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Of(name, exception);
        }

        base.Dispose(disposing);
    }
}
