using System.Collections.Concurrent;
using System.Reflection;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Rights;

/// <summary>
/// The helper's program (helper/helper.c), embedded for each architecture. It is executed from memory, so its user need not be able
/// to read unpause's installation, and no file of it exists.
/// </summary>
[SupportedOSPlatform("linux")]
internal static unsafe class HelperProgram
{
    private const string Name = "unpause-helper";
    private const uint CloseOnExec = 1; // MFD_CLOEXEC

    /// <summary>
    /// The thread that starts all helpers and lives as long as this process. When it ends, for whatever reason, the kernel kills its
    /// helpers (PR_SET_PDEATHSIG), even if their user has stopped them.
    /// </summary>
    private static readonly Lazy<BlockingCollection<Action>> Maker = new(BeginMaker);

    /// <summary>Starts it.</summary>
    /// <param name="channel">Becomes its standard streams.</param>
    /// <returns>The process.</returns>
    /// <exception cref="IOException">It can't be started.</exception>
    public static ChildProcess Start(DescriptorChannel channel)
    {
        using var file = InMemory();
        var path = Encoding.UTF8.GetBytes($"/proc/self/fd/{(int)file.DangerousGetHandle()}");
        var request = new SpawnRequest
        {
            Arguments = [Encoding.UTF8.GetBytes(Name)],
            Environment = [],
            State = StartState.Plain,
            Input = channel.Descriptor,
            Output = channel.Descriptor,
            Error = channel.Descriptor,
            NewSession = true,
        };
        var ended = stackalloc int[2];
        if (LibC.Pipe(ended, LibC.OCloseOnExec) != 0) throw new IOException(Marshal.GetLastPInvokeErrorMessage());
        var (error, id) = Make(request, path);
        if (error == 0) return new ChildProcess(id, ended[0], ended[1]);
        LibC.Close(ended[0]);
        LibC.Close(ended[1]);
        throw new IOException($"the kernel refuses to execute a program from memory ({Marshal.GetPInvokeErrorMessage(error)})");
    }

    private static (int Error, int Id) Make(SpawnRequest request, byte[] path)
    {
        var made = new TaskCompletionSource<(int Error, int Id)>(TaskCreationOptions.RunContinuationsAsynchronously);
        Maker.Value.Add(() =>
        {
            try
            {
                made.SetResult((request.Start(path, out var id), id));
            }
            catch (Exception e)
            {
                made.SetException(e);
            }
        });
        return made.Task.GetAwaiter().GetResult();
    }

    private static BlockingCollection<Action> BeginMaker()
    {
        var tasks = new BlockingCollection<Action>();
        new Thread(Work) { IsBackground = true, Name = "start helpers" }.Start();
        return tasks;

        void Work()
        {
            foreach (var task in tasks.GetConsumingEnumerable()) task();
        }
    }

    private static SafeFileHandle InMemory()
    {
        var machine = RuntimeInformation.ProcessArchitecture switch
        {
            Architecture.X64 => "x86_64",
            Architecture.Arm64 => "aarch64",
            var other => throw new IOException($"this build has no helper for {other}"),
        };
        var descriptor = FileCalls.MakeMemoryFile(Name, CloseOnExec);
        if (descriptor < 0) throw new IOException($"memfd_create: {Marshal.GetLastPInvokeErrorMessage()}");
        var file = new SafeFileHandle(descriptor, ownsHandle: true);
        using var program = Assembly.GetExecutingAssembly().GetManifestResourceStream($"helper/helper.{machine}")
            ?? throw new IOException("this build has no helper");
        var bytes = new byte[program.Length];
        program.ReadExactly(bytes);
        RandomAccess.Write(file, bytes, 0);
        return file;
    }
}
