using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>A real record of one product and what it says.</summary>
/// <param name="Format">The name in <see cref="RequestSet.Format"/>.</param>
/// <param name="Text">The record, with its header if it has one.</param>
/// <param name="Start">When the request began, UTC, ISO 8601.</param>
/// <param name="Milliseconds">How long it took.</param>
/// <param name="Name">What was asked for; empty when the record doesn't say.</param>
/// <param name="Stamp">What the product says of its stamp.</param>
/// <param name="Source">Where the record stands.</param>
internal sealed record ProductLine(
    string Format, string Text, string Start, double Milliseconds, string Name, StampMeaning Stamp, string Source);
