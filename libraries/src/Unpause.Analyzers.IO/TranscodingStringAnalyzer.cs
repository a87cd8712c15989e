using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers.IO;

/// <summary>
/// Flags <c>b.GetBytes(a.GetString(bytes))</c>, also with the string in a local that nothing else reads, and
/// <c>Encoding.Convert(a, b, bytes)</c>.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class TranscodingStringAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        ImmutableArray.Create(StreamRules.TranscodingString);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.Invocation);
    }

    /// <summary>The GetString or GetChars whose result is all that a GetBytes gets, directly or by one local.</summary>
    internal static IInvocationOperation? Decoding(IInvocationOperation encoding)
    {
        if (!IsEncodings(encoding, "GetBytes") || encoding.Arguments.Length != 1) return null;
        var text = SingleValue.Unconverted(encoding.Arguments[0].Value);
        if (text is ILocalReferenceOperation { Local: var local })
        {
            if (SingleValue.References(local, text).Count(reference => !SingleValue.Writes(reference)) != 1) return null;
            text = SingleValue.Resolve(text);
        }

        return text is IInvocationOperation call && (IsEncodings(call, "GetString") || IsEncodings(call, "GetChars")) ? call : null;
    }

    /// <summary>Whether the call is Encoding.Convert.</summary>
    internal static bool IsConvert(IInvocationOperation call) => IsEncodings(call, "Convert") && call.TargetMethod.IsStatic;

    private static void Analyze(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (!IsConvert(call) && Decoding(call) is null) return;
        if (LongLived.Holds(call, context.ContainingSymbol)) return;
        context.ReportDiagnostic(Diagnostic.Create(StreamRules.TranscodingString, call.Syntax.GetLocation()));
    }

    private static bool IsEncodings(IInvocationOperation call, string name)
    {
        if (call.TargetMethod.Name != name) return false;
        for (var type = call.TargetMethod.ContainingType; type is not null; type = type.BaseType)
        {
            if (type.ToDisplayString() == "System.Text.Encoding") return true;
        }

        return false;
    }
}
