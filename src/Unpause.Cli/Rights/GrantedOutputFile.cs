using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Cli.Output;

namespace Unpause.Cli.Rights;

/// <summary>
/// An output of the unprivileged reader: it writes to an open file that it received; the privileged process does the rest.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class GrantedOutputFile : OutputFile
{
    private readonly GrantedFiles _files;
    private readonly string _path;
    private readonly int _number;
    private GuardedStream? _stream;
    private bool _closed;

    /// <summary>Asks whether it can be written.</summary>
    /// <exception cref="UserMistake">It can't.</exception>
    public GrantedOutputFile(GrantedFiles files, string path) => (_files, _path, _number) = (files, path, files.OpenOutput(path));

    /// <inheritdoc/>
    public override Stream Stream => _stream ??= Begin();

    /// <inheritdoc/>
    public override SafeFileHandle Handle => throw new IOException("the file belongs to the privileged process");

    /// <inheritdoc/>
    public override void Keep()
    {
        Stream.Flush();
        _files.KeepOutput(_number);
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        if (_closed) return;
        _closed = true;
        try
        {
            _stream?.Dispose();
        }
        catch (OutputFailure)
        {
            // The writer has already reported the failure.
        }

        _files.CloseOutput(_number);
    }

    private GuardedStream Begin()
    {
        UnfinishedFile.OutliveLargeWrites();
        var file = _files.BeginOutput(_number);
        return new GuardedStream(_path, () => file);
    }
}
