using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers.Shared;

/// <summary>
/// Where a body names its locals. It is read once for all questions: a generated method may have ten thousand lists, and each is asked for.
/// </summary>
internal sealed class LocalUses
{
    private static readonly ConditionalWeakTable<IOperation, LocalUses> Known = new();

    private readonly Dictionary<ISymbol, List<ILocalReferenceOperation>> _references = new(SymbolEqualityComparer.Default);
    private readonly Dictionary<ISymbol, IVariableDeclaratorOperation> _declarators = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ILoopOperation> _left = [];

    private LocalUses(IOperation root)
    {
        foreach (var part in root.DescendantsAndSelf())
        {
            if (part is ILocalReferenceOperation reference)
            {
                if (!_references.TryGetValue(reference.Local, out var all)) _references.Add(reference.Local, all = []);
                all.Add(reference);
            }
            else if (part is IVariableDeclaratorOperation declarator)
            {
                _declarators[declarator.Symbol] = declarator;
            }
            else if (part is IBranchOperation or IReturnOperation { IsImplicit: false })
            {
                for (var outer = part.Parent; outer is not null; outer = outer.Parent)
                {
                    if (outer is ILoopOperation loop && !_left.Add(loop)) break;
                }
            }
        }
    }

    /// <summary>The uses in the body that an operation is a part of.</summary>
    internal static LocalUses Around(IOperation operation) => Known.GetValue(SingleValue.Root(operation), root => new LocalUses(root));

    /// <summary>Every place that names the local.</summary>
    internal IReadOnlyList<ILocalReferenceOperation> FindReferences(ILocalSymbol local) =>
        _references.TryGetValue(local, out var all) ? all : [];

    /// <summary>Where the local is declared, if that is with a declarator.</summary>
    internal IVariableDeclaratorOperation? Declarator(ILocalSymbol local) => _declarators.TryGetValue(local, out var found) ? found : null;

    /// <summary>Whether something in the loop may end a round or the loop, or leaves it for a while.</summary>
    internal bool IsLeft(ILoopOperation loop) => _left.Contains(loop);
}
