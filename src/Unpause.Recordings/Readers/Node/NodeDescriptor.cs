using Unpause.Recordings.Readers.Node.Heaps;
using Unpause.Recordings.Readers.Node.Profiles;
using Unpause.Recordings.Readers.Node.Reports;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Node.js, and V8 in browsers: trace events, what <c>--trace-gc</c> prints, profiles of <c>v8.GCProfiler</c>, and our agent's file,
/// joined with the trace events of the same process.
/// </summary>
internal static class NodeDescriptor
{
    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.Node),
        [
            new(NodeFormats.TraceEvents, FormatEvidence.Magic, TraceEventReader.Recognises, () => new TraceEventReader(),
                TraceEventReader.FirstStamp),
            new(NodeFormats.Agent, FormatEvidence.Magic, NodeAgentReader.Recognises, () => new NodeAgentReader()),
            new(NodeFormats.Profile, FormatEvidence.Magic, GcProfileReader.Recognises, () => new GcProfileReader()),
            new(NodeFormats.HeapSnapshot, FormatEvidence.Magic, HeapSnapshotReader.Recognises, () => new HeapSnapshotReader()),
            new(NodeFormats.CpuProfile, FormatEvidence.Magic, CpuProfileReader.Recognises, () => new CpuProfileReader()),
            new(NodeFormats.HeapProfile, FormatEvidence.Magic, HeapProfileReader.Recognises, () => new HeapProfileReader()),
            new(NodeFormats.DiagnosticReport, FormatEvidence.Magic, DiagnosticReportReader.Recognises, () => new DiagnosticReportReader()),
            // "%.1f (%.1f) -> %.1f (%.1f) MB, %.1f / %.1f ms" (gc-tracer.cc, Print); pauses have two digits from Node.js 20 on.
            new(NodeFormats.TraceGc, FormatEvidence.WholeLine, TraceGcReader.Recognises, () => new TraceGcReader())
            {
                PauseStepNanoseconds = 100_000,
                HeapResolutionBytes = (1L << 20) / 10,
            },
        ])
    {
        Inputs = "output of node --trace-gc, V8's trace events, profiles of v8.GCProfiler, "
            + ".heapsnapshot, .cpuprofile and .heapprofile files, and diagnostic reports of Node.js",
        Join = RequestsOfTrace.Join,
    };
}
