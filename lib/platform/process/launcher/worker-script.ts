/**
 * What every worker begins as, so that no moment is left at which it runs and nobody knows of it. Its arguments are
 * the path of its files without their endings, then the program.
 *
 * It claims its launch by a link, which is made by one process only and has its content from the beginning. Where
 * another worker has the claim already, it ends. It outlives the program by the moment that it takes to write down how
 * that ended; a signal to the whole group ends the program, and not this.
 */
export const workerScript = `
files=$1
shift
stat=$(cat "/proc/$$/stat" 2>/dev/null)
start=$(set -- \${stat##*) }; echo "\${20:-}")
boot=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)
echo "$$:$start:$boot" >"$files.claim.$$"
ln "$files.claim.$$" "$files.claim" 2>/dev/null
claimed=$?
rm -f "$files.claim.$$"
[ "$claimed" = 0 ] || exit 0
exec 3>&-
trap : TERM INT HUP
"$@"
echo "$?" >"$files.exit.part"
mv "$files.exit.part" "$files.exit"
`;
