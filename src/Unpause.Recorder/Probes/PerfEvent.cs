using System.Buffers.Binary;

namespace Unpause.Recorder.Probes;

/// <summary>
/// A kernel event (perf_event_open(2)) on one CPU, for all processes. It ends with its descriptor, and so at the latest with this process.
/// </summary>
/// <remarks>
/// Events of a CPU, not of a task: task events are inherited by every thread of the program, and their probes are
/// registered and removed in its own fork and exit, which costs it 50 ms each (measured, kernel 6.18).
/// </remarks>
[SupportedOSPlatform("linux")]
internal static unsafe partial class PerfEvent
{
    /// <summary>Fields at the end of every record and at the start of a sample: process and thread, time, and event id.</summary>
    private const ulong SampleType = (1 << 1) | (1 << 2) | (1 << 16);

    private const ulong SampleRegisters = 1 << 12, SampleStack = 1 << 13;

    // Bits of perf_event_attr's flags, and offsets of its fields (include/uapi/linux/perf_event.h).
    private const ulong Comm = 1 << 9, Task = 1 << 13, Watermark = 1 << 14, SampleIdAll = 1 << 18, CommExec = 1 << 24, UseClock = 1 << 25;
    private const int AttributeSize = 112, ConfigAt = 8, PeriodAt = 16, SampleTypeAt = 24, FlagsAt = 40, WakeUpAt = 48, PathAt = 56;
    private const int OffsetAt = 64, RegistersAt = 80, StackAt = 88, ClockAt = 92;
    private const uint Software = 1;
    private const ulong Dummy = 9, CloseOnExec = 8;
    private const int Monotonic = 1;
    private const nuint SetOutput = 0x2405, ReadId = 0x80082407, DisableEvent = 0x2401;

    private static readonly nint CallNumber = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 241 : 298;

    /// <summary>Reports every exec on a CPU. Returns the descriptor, or a negative number where it is not allowed.</summary>
    /// <param name="wakeUpBytes">Its ring becomes readable after this many bytes of records.</param>
    public static int OpenExecs(int processor, int wakeUpBytes = 1) => OpenTracker(processor, Comm | CommExec, wakeUpBytes);

    /// <summary>Reports every fork and exit on a CPU, and wakes the reader rarely.</summary>
    /// <inheritdoc cref="OpenExecs"/>
    public static int OpenTasks(int processor, int wakeUpBytes) => OpenTracker(processor, Task, wakeUpBytes);

    /// <summary>Reports hits of an offset in a program on a CPU, with one register.</summary>
    /// <param name="type">The type of uprobes on this machine (/sys/bus/event_source/devices/uprobe/type).</param>
    /// <param name="offset">The offset in it.</param>
    /// <param name="register">
    /// The kernel's number of the register (arch/*/include/uapi/asm/perf_regs.h); 0, that of the first argument, is RAX or X0.
    /// </param>
    /// <returns>The descriptor, or a negative errno.</returns>
    public static int OpenProbe(int processor, uint type, ReadOnlySpan<byte> path, long offset, int register = 0) =>
        OpenProbe(processor, type, path, new ProbePlace(offset, 1UL << register));

    /// <summary>Reports hits of an offset in a program on a CPU, with the registers and stack that the place requires.</summary>
    /// <inheritdoc cref="OpenProbe(int, uint, ReadOnlySpan{byte}, long, int)"/>
    public static int OpenProbe(int processor, uint type, ReadOnlySpan<byte> path, in ProbePlace place)
    {
        const int SemaphoreShift = 32; // of config: its upper half is ref_ctr_offset (kernel/events/core.c, perf_uprobe_event_init)
        Span<byte> attributes = stackalloc byte[AttributeSize];
        Describe(attributes, type, UseClock);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[ConfigAt..], (ulong)place.Semaphore << SemaphoreShift);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[PeriodAt..], 1);
        var sample = SampleType | SampleRegisters | (place.StackBytes > 0 ? SampleStack : 0);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[SampleTypeAt..], sample);
        BinaryPrimitives.WriteInt64LittleEndian(attributes[OffsetAt..], place.Offset);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[RegistersAt..], place.Registers);
        BinaryPrimitives.WriteInt32LittleEndian(attributes[StackAt..], place.StackBytes);
        Span<byte> terminated = stackalloc byte[path.Length + 1];
        path.CopyTo(terminated);
        terminated[path.Length] = 0;
        fixed (byte* name = terminated)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(attributes[PathAt..], (ulong)name);
            return Open(attributes, processor);
        }
    }

    /// <summary>Redirects an event to another event's ring; false when the kernel refuses.</summary>
    public static bool WriteInto(int descriptor, int ringOf) => Control(descriptor, SetOutput, ringOf) == 0;

    /// <summary>Stops an event's records; processes that reach its offset are still trapped until it is closed.</summary>
    public static void Disable(int descriptor) => Control(descriptor, DisableEvent, 0);

    /// <summary>The id in an event's records; 0 when the kernel does not report it.</summary>
    public static ulong IdOf(int descriptor)
    {
        ulong id;
        return Control(descriptor, ReadId, (nint)(&id)) == 0 ? id : 0;
    }

    private static int OpenTracker(int processor, ulong what, int wakeUpBytes)
    {
        Span<byte> attributes = stackalloc byte[AttributeSize];
        Describe(attributes, Software, what | UseClock | Watermark);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[ConfigAt..], Dummy);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[SampleTypeAt..], SampleType);
        BinaryPrimitives.WriteInt32LittleEndian(attributes[WakeUpAt..], wakeUpBytes);
        return Open(attributes, processor);
    }

    private static void Describe(Span<byte> attributes, uint type, ulong flags)
    {
        attributes.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(attributes, type);
        BinaryPrimitives.WriteInt32LittleEndian(attributes[4..], AttributeSize);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[FlagsAt..], flags | SampleIdAll);
        BinaryPrimitives.WriteInt32LittleEndian(attributes[ClockAt..], Monotonic);
    }

    private static int Open(ReadOnlySpan<byte> attributes, int processor)
    {
        const int EveryProcess = -1, NoGroup = -1;
        fixed (byte* pointer = attributes)
        {
            var descriptor = (int)SystemCall(CallNumber, pointer, EveryProcess, processor, NoGroup, CloseOnExec);
            return descriptor >= 0 ? descriptor : -Marshal.GetLastPInvokeError();
        }
    }

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, byte* attributes, nint process, nint processor, nint group, ulong flags);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(int descriptor, nuint request, nint argument);
}
