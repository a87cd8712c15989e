using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Metrics;

/// <summary>The labels of a process. Two processes of one service and instance have the same, so their series are summed.</summary>
/// <param name="Service">Name of its service, systemd unit or program.</param>
/// <param name="Instance">Its pod, container or host: a process id would make a new series for each restart.</param>
/// <param name="Runtime">Id of its runtime.</param>
/// <param name="Version">The program's own version; empty when unknown.</param>
internal readonly record struct ProcessLabels(string Service, string Instance, string Runtime, string Version)
{
    /// <summary>How many they are.</summary>
    public const int Count = 4;

    /// <summary>Takes them from what the recorder says of a process.</summary>
    public static ProcessLabels From(RingProcess facts) =>
        new(Bounded(facts.Service), Bounded(facts.Instance), Bounded(facts.Runtime), Bounded(facts.ServiceVersion));

    /// <summary>Those of a series of a process.</summary>
    public static ProcessLabels From(MetricLabel[] labels) => new(labels[0].Value, labels[1].Value, labels[2].Value, labels[3].Value);

    /// <summary>The labels by name, with more.</summary>
    public MetricLabel[] With(params ReadOnlySpan<MetricLabel> more) =>
        [new("service", Service), new("instance", Instance), new("runtime", Runtime), new("version", Version), .. more];

    /// <summary>
    /// A text of a recording or a process as a label: as long as one may be, and on one line, because the pattern <c>.*</c> of Prometheus
    /// ends at a line break.
    /// </summary>
    public static string Bounded(string? text) => text is null ? "" : string.Create(
        Math.Min(text.Length, ServiceLimits.MostLabelChars), text, static (label, text) =>
        {
            for (var i = 0; i < label.Length; i++) label[i] = char.IsControl(text[i]) ? ' ' : text[i];
        });
}
